"""A pass-key authenticator in software: makes keys and signs with them, as a phone or a security key would."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

PRESENT = AuthenticatorData.FLAG.UP
MADE = PRESENT | AuthenticatorData.FLAG.AT


@dataclass
class Authenticator:
    """One key. `origin` is what the browser it is used in says of the page; `counter` None: it does not count."""

    origin: str
    party: str
    counter: int | None = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def _said(self, flags: Any, credential: bytes = b"") -> Any:
        if self.counter is not None:
            self.counter += 1
        party = hashlib.sha256(self.party.encode()).digest()
        return AuthenticatorData.create(party, flags, self.counter or 0, credential)

    def _proof(self, client: Any, **response: bytes) -> dict[str, Any]:
        named = websafe_encode(self.id)
        told = {name: websafe_encode(data) for name, data in response.items()}
        return {
            "id": named, "rawId": named, "type": "public-key", "clientExtensionResults": {},
            "response": {"clientDataJSON": websafe_encode(client), **told},
        }  # fmt: skip

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` says."""
        client = CollectedClientData.create("webauthn.create", options["challenge"], self.origin)
        public = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(b"\0" * 16, self.id, public)
        made = AttestationObject.create("none", self._said(MADE, credential), {})
        return self._proof(client, attestationObject=made)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` says."""
        client = CollectedClientData.create("webauthn.get", options["challenge"], self.origin)
        said = self._said(PRESENT)
        signature = self.key.sign(bytes(said) + client.hash, ec.ECDSA(hashes.SHA256()))
        return self._proof(client, authenticatorData=said, signature=signature)
