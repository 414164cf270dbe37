// How a Redis server may lose keys, by its settings. A lost revocation is worse than an outage: the key is good again.

/** From INFO: many managed servers forbid CONFIG. */
const SETTINGS: readonly { field: RegExp; setting: string; good: string; expected: string; risk: string }[] =
  [
    {
      field: /^aof_enabled:(\S*)/m,
      setting: 'appendonly',
      good: '1',
      expected: 'yes',
      risk: 'a crash would forget the last keys and revocations',
    },
    {
      field: /^maxmemory_policy:(\S*)/m,
      setting: 'maxmemory-policy',
      good: 'noeviction',
      expected: 'noeviction',
      risk: 'a server that is full would drop data by itself',
    },
  ]

/** @param info the reply to INFO @returns a sentence for each setting that is wrong or missing */
export function risksIn(info: string): string[] {
  return SETTINGS.flatMap(({ field, setting, good, expected, risk }) => {
    const found = field.exec(info)?.[1]
    if (found === good) return []
    if (found === undefined)
      return [`the server does not show its ${setting}; it must be ${expected}: ${risk}`]
    return [`${setting} is ${found === '0' ? 'no' : found}, expected ${expected}: ${risk}`]
  })
}

/** @param failure the error of INFO */
export function unseenRisk(failure: string): string {
  const settings = SETTINGS.map(({ setting, expected }) => `${setting} ${expected}`).join(' and ')
  return `${failure}: its settings can't be seen. Without ${settings} it may lose keys and revocations`
}
