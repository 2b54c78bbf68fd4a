"""What happens: the contract of games and matches, the fair deal, records, and the Dou Dizhu family in `climb`."""
