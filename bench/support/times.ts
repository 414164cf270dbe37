// What runs of a program took, round by round.

export interface Times {
  seconds: number[]
  /** Of processor time. */
  processorSeconds: number[]
}

export interface Taken {
  seconds: number
  processorSeconds: number
}

export function noTimes(): Times {
  return { seconds: [], processorSeconds: [] }
}

export function note(times: Times, { seconds, processorSeconds }: Taken): void {
  times.seconds.push(seconds)
  times.processorSeconds.push(processorSeconds)
}
