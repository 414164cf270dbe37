import t from 'tap'
import { between, happens, seededRandom } from '../../../fixtures/generator/seeded-random.ts'
import { RequestTimes } from '../../../gateway/limits/request-times.ts'

t.test('it is a list: the oldest times are dropped, and the others keep their places', async (t) => {
  const random = seededRandom('request times', 1)
  for (let run = 0; run < 20; run++) {
    const times = new RequestTimes()
    let naive: number[] = []
    let now = 0
    for (let step = 0; step < 400; step++) {
      now += between(random, 0, 5)
      if (happens(random, 0.7)) {
        times.add(now)
        naive.push(now)
      } else {
        const until = now - between(random, 0, 60)
        times.dropUntil(until)
        naive = naive.filter((time) => time > until)
      }
      if (times.length !== naive.length) t.fail(`run ${run}, step ${step}: ${times.length} times`)
      const differs = naive.findIndex((time, index) => times.at(index) !== time)
      if (differs >= 0) t.fail(`run ${run}, step ${step}: another time at ${differs}`)
    }
    t.throws(() => times.at(times.length), { message: `no time ${naive.length}` })
  }
})
