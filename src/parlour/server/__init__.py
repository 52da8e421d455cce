"""Serving games to other programs: matches over HTTP, and the engines that think for them."""
