// Options of earlier versions, and what takes their place.

export const REPLACED_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['log-requests', 'the access log of the balancer names each request'],
  ['rejects', 'rejected records are in .build/rejects.ndjson of the output folder'],
  ['summary', 'it is printed, and the daily job keeps it in summary.txt'],
])
