// Kills what a test leaves running. Reads `+PID` and `-PID`, a line each, from a test process; when that process is
// gone, however it ended, the pipe closes, and every process group that is still on the list is killed.

import { createInterface } from 'node:readline'

const running = new Set()

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) running.add(pid)
  else running.delete(pid)
}
for (const pid of running) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
