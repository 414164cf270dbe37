// Whether a balancer should send requests here, and if not, why.

/** For each check `ok`, or a description of the fault. */
export interface Readiness {
  release: string
  key_store: string
  serving: string
}

export const OK = 'ok'
