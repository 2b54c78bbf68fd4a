"""The climbing games of the Dou Dizhu family: deal, auction, show and double, card play, settlement."""
