"""Matches between bots: how often and by how much one wins against another."""

from dizhu.arena.duel import Figures, Result, Roles, match

__all__ = ["Figures", "Result", "Roles", "match"]
