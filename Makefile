# make        builds bin/withhold
# make test   must pass before anything else matters
# make help   lists the rest

SHELL        := /bin/bash
.SHELLFLAGS  := -eu -o pipefail -c
.DEFAULT_GOAL := build
.PHONY: build test check lint cases cover fuzz bench clean help

VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS  := -s -w $(if $(VERSION),-X main.buildVersion=$(VERSION))
LINTER   := v2.15.0
TIME     ?= 30s
ROWS     ?= 1000000
TIMES    ?= 5

build: ## one static binary with the ordinance data in it: bin/withhold
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/withhold ./cmd/withhold

test: ## all tests; no network, no clock, no server
	go test -timeout 8m ./...

check: test lint ## what a change must pass
	go mod tidy -diff

lint: bin/golangci-lint ## gofmt, go vet, golangci-lint
	@files="$$(gofmt -l cmd fixtures pkg schedules)"; \
	if [ -n "$$files" ]; then echo "not formatted; run gofmt -w on:"; echo "$$files"; exit 1; fi
	go vet ./...
	bin/golangci-lint run ./...

# Where golangci-lint cannot be had, staticcheck takes its place: less, not nothing.
bin/golangci-lint:
	@mkdir -p bin
	@if ! GOBIN="$(CURDIR)/bin" go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINTER); then \
		echo "golangci-lint cannot be installed; staticcheck takes its place"; \
		GOBIN="$(CURDIR)/bin" go install honnef.co/go/tools/cmd/staticcheck@v0.8.2; \
		printf '#!/bin/sh\nexec "$$(dirname "$$0")/staticcheck" ./...\n' > $@; chmod +x $@; \
	fi

cases: ## the cases with known answers, by name
	go test -count=1 -run '^TestCases$$' -v ./cmd/withhold | grep -v '^=== '

cover: ## what the tests reach, package by package, and in all
	@mkdir -p .bench
	go test -coverpkg=./pkg/...,./cmd/... -coverprofile=.bench/cover.out ./... | grep -v 'no test files'
	@go tool cover -func=.bench/cover.out | tail -n 1

fuzz: ## every fuzz target for TIME each (make fuzz TIME=5m)
	@grep -rlE '^func Fuzz' --include='*_test.go' cmd pkg | sort | while read -r file; do \
		grep -oE '^func Fuzz[A-Za-z0-9_]*' "$$file" | while read -r _ name; do \
			echo "$$name in $$(dirname "$$file"), $(TIME)"; \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(TIME) "./$$(dirname "$$file")"; \
		done; \
	done

# DuckDB comes as a package of its own; where it cannot be had, it is left out.
bench: build ## speed and memory on ROWS checks and on ten times as many, against simpler programs
	@mkdir -p .bench/bin .bench/data .bench/large .bench/workbook .bench/duckdb
	go build -o .bench/bin/ ./fixtures/bench/... ./fixtures/generate
	.bench/bin/generate -out .bench/data -checks $(ROWS) -rates .bench/rates.csv
	.bench/bin/generate -out .bench/large -checks $(ROWS)0 -people 200000 -employers 10000
	.bench/bin/generate -out .bench/workbook -checks 100000 -workbook
	@cp fixtures/bench/duckdb/* .bench/duckdb/
	@cd .bench/duckdb && npm install --no-audit --no-fund --silent || echo "DuckDB cannot be installed; it is left out"
	.bench/bin/measure -large .bench/large -workbook .bench/workbook -times $(TIMES) -table .bench/performance.md
	@echo; echo "ledger: posting against inserting as many rows into bare tables (share: bare time / posting time)"
	go test -run '^$$' -bench '^BenchmarkPost$$' -benchtime 3x ./pkg/ledger | tee -a .bench/performance.md

clean: ## what was built and measured
	rm -rf bin .bench

help:
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10
