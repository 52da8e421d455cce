"""The strategies of Moore's Nim, each in the file of its name, and what they are made of."""

from parlour.core.package import keep_verbs

keep_verbs(__name__)
