package main

// ratesCmd is "withhold rates".
type ratesCmd struct{}

// Run does it.
func (*ratesCmd) Run(c console) error { return nil }
