// Long work in slices, so that a server goes on answering and a page goes on moving while a large copy is read.

/** How long work goes on before others have a turn: half a frame of a page. Collecting garbage may take longer on top. */
const SLICE_MS = 8

/** A function to be awaited after each small piece of work: it gives others a turn once a slice is over. */
export function inSlices(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < SLICE_MS) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        begun = performance.now()
        resolve()
      })
    })
  }
}
