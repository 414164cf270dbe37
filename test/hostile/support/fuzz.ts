// The seeds of a run: always the same in `make test`, new ones in `make fuzz MINUTES=n`. FUZZ_SEED=… starts with the one
// that failed.

export const FUZZ_MINUTES = Number(process.env.FUZZ_MINUTES ?? 0)
export const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 20_261_122)

/** @param count the number of seeds, unless the time of `make fuzz` decides */
export function* seeds(count: number): Generator<number, void, undefined> {
  const until = Date.now() + FUZZ_MINUTES * 60_000
  for (let seed = FIRST_SEED; FUZZ_MINUTES > 0 ? Date.now() < until : seed < FIRST_SEED + count; seed++)
    yield seed
}
