"""HTTP and WebSockets around the rooms.

gate            where connections come in; guard: hosts, origins, sizes, cookies; limits: how fast one may ask
guests          who somebody is: signed cookies and keys
site            what all endpoints of one server share
rest            everything around a table; catalogue, bookshelf: games and rulebooks; openapi: its document
table_socket    the WebSocket of a table; websocket: the short way between it and the room
metrics         figures for a monitor
app             the application: routes, pages, what starts and stops with them
"""
