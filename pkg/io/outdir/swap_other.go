//go:build !linux

package outdir

func swap(temp, final, old string) error { return swapInTwo(temp, final, old) }
