// What every thread does: take a task, render it, until none is left.

import { rmSync } from 'node:fs'
import { detailBody, listBody, snapshotLine } from '../../contract/api/responses.ts'
import { sha256 } from '../../contract/lib/digest.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { type Lines, openLines } from '../catalogue/line-store.ts'
import { stateLineFrame } from '../previous-state/state-line.ts'
import { gzip } from './gzip.ts'
import { GzipFile } from './gzip-file.ts'
import { Ledger } from './ledger.ts'
import { type Assignment, type Task, taskAt } from './render-plan.ts'

/** What a thread has made. */
export interface Made {
  objects: number
  /** Of the objects as they lie on disk. */
  storedBytes: number
}

/** Works until no task is left. Deterministic as a whole, whichever thread does what. */
export function work(assignment: Assignment): Made {
  return new TaskRunner(assignment).run()
}

class TaskRunner {
  readonly #assignment: Assignment
  readonly #lines: Lines
  readonly #ledger: Ledger
  readonly #writer: ReleaseWriter
  readonly #made: Made = { objects: 0, storedBytes: 0 }

  constructor(assignment: Assignment) {
    this.#assignment = assignment
    this.#lines = openLines(assignment.lines)
    this.#ledger = new Ledger(assignment.ledger)
    this.#writer = new ReleaseWriter(assignment.root)
  }

  run(): Made {
    for (let task = this.#ledger.take(); task !== undefined; task = this.#ledger.take()) {
      this.#do(task, taskAt(this.#assignment, task))
      this.#ledger.finish()
    }
    return this.#made
  }

  #do(number: number, task: Task): void {
    const { listed, sample, edition } = this.#assignment
    switch (task.kind) {
      case 'memory':
        this.#writeMemory()
        break
      case 'snapshot':
        this.#putSnapshot(number, listed.keys())
        break
      case 'sample':
        this.#putSnapshot(number, sample)
        break
      case 'page':
        this.#putBody(number, this.#page(task))
        break
      case 'detail':
        this.#putBody(number, detailBody(this.#detailLine(task.position), edition))
        break
    }
  }

  #page({ list, limit, offset }: { list: number; limit: number; offset: number }): Buffer {
    const { starts, members, edition } = this.#assignment
    const start = starts[list] ?? 0
    const end = starts[list + 1] ?? 0
    const onPage = members.subarray(start + offset, Math.min(start + offset + limit, end))
    const lines = Array.from(onPage, (position) => this.#listedLine(position))
    return listBody(lines, edition, { count: lines.length, total: end - start, limit, offset })
  }

  #putBody(task: number, body: Buffer): void {
    const digest = sha256(body)
    this.#ledger.record(task, digest, body.length)
    if (!this.#ledger.claim(task)) return
    const stored = gzip(body)
    this.#writer.putObject(digest, 'gzip', stored)
    this.#count(stored.length)
  }

  #putSnapshot(task: number, positions: Iterable<number>): void {
    const staged = this.#writer.stagingPath()
    const file = new GzipFile(staged)
    for (const position of positions) {
      file.write(snapshotLine(this.#listedLine(position), this.#assignment.edition))
    }
    const { digest, size } = file.end()
    this.#ledger.record(task, digest, size)
    if (this.#ledger.claim(task)) {
      this.#writer.adoptObject(staged, digest, 'identity')
      this.#count(size)
    } else {
      // A catalogue so small that its sample is all of it.
      rmSync(staged)
    }
  }

  #writeMemory(): void {
    const { readable, left, memoryPath } = this.#assignment
    const file = new GzipFile(memoryPath)
    for (const position of readable.keys()) {
      const { before, after } = stateLineFrame(left.get(position) ?? null)
      file.write(Buffer.concat([Buffer.from(before), this.#detailLine(position), Buffer.from(after)]))
    }
    file.end()
  }

  #listedLine(position: number): Buffer {
    return this.#lines.at(this.#assignment.listed[position] ?? Number.NaN)
  }

  #detailLine(position: number): Buffer {
    return this.#lines.at(this.#assignment.readable[position] ?? Number.NaN)
  }

  #count(bytes: number): void {
    this.#made.objects += 1
    this.#made.storedBytes += bytes
  }
}
