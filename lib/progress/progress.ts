// How far the long parts of a build are, for people who wait for it.

/** A part whose end is known when it begins. */
export interface Phase {
  /** @param value how much of the total is done, in all */
  advance(value: number): void
  end(): void
}

export interface Progress {
  /** @param unit what is counted, in the plural */
  begin(name: string, total: number, unit: string): Phase
}

/** Runs a part, and ends it even if it fails. */
export async function withPhase<T>(phase: Phase, run: (phase: Phase) => Promise<T>): Promise<T> {
  try {
    return await run(phase)
  } finally {
    phase.end()
  }
}

export const silent: Progress = {
  begin: () => ({ advance: () => {}, end: () => {} }),
}
