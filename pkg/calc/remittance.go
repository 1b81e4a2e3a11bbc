package calc

// Due is what an employer remits to a municipality for a period: the greater of
// what was withheld and what had to be, compared in total and not check by
// check, since it owes a shortfall whether or not it was withheld:
// 000 (A)(2)(a), (g); 002 (b); 003 (b).
func Due(required, withheld Cents) Cents { return max(required, withheld) }
