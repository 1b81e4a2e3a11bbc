// Package schedules is the law as data: what Ohio law and each municipality's
// ordinance say, every value with the day it starts on and a citation. It holds
// no code but the embedding; package ordinance reads and checks it.
//
//	winnings.yaml         when winnings are reported, by game, and interest on late tax withheld from them
//	interest.yaml         the interest on municipal tax that is paid late, by year
//	state.yaml            what holds where an ordinance is silent, and the legal holidays
//	rates.csv             the rate and credit of every municipality, one row a period
//	municipalities/*.yaml the ordinances that differ from state law, one file each
//	examples/*.yaml       example ordinances for trying and testing
//	forms/*.yaml          what agencies' returns and reconciliations ask for; package worksheet reads them
//	sources.yaml          where a figure was taken from
//	schema/*.json         the form of these files, for editors
package schedules

import "embed"

// FS holds the files named in the package comment.
//
//go:embed state.yaml winnings.yaml interest.yaml rates.csv sources.yaml municipalities examples forms schema
var FS embed.FS
