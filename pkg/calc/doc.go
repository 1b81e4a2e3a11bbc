// Package calc decides what an Ohio employer withholds for each municipality,
// how often it remits and when the money is due.
//
// It is law and arithmetic and nothing else: values in, values out. It opens no
// file, reads no clock, logs nothing, starts no goroutine and keeps no state, so
// a figure made today can be made again in an audit years later. Reading
// payroll, finding a municipality's ordinance and writing files belong to the
// packages above it, which import calc and never the reverse.
//
// # Law and data
//
// What the statutes and ordinances have in common is code here, one file a
// provision. What a municipality chose (its rate, its limits, its days) arrives
// as a [Law]. No municipality, rate, limit or due day is written in this package.
//
// # Money
//
// Amounts are [Cents] and rates are [Rate], both integers; no floating point
// holds money anywhere. A product is rounded once, by [Rate.Tax].
//
// # Reasons
//
// Whatever is decided carries the [Citation] that decided it and the figures
// that were compared.
package calc
