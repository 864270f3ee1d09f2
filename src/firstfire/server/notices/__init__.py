"""Notices: telling people that it is their turn when their page is closed.

turns       who is to be told, and when        web_push   one message to one browser (RFC 8030, 8291, 8292)
mail        one message by e-mail              outside    a request to a host that strangers have named
"""
