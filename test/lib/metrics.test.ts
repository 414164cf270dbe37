import t from 'tap'
import { counter, gauge, histogramText, type Metric, metricsOf } from '../../lib/metrics.ts'

const METRICS: readonly Metric<{ age: number | undefined; keys: Record<string, number> }>[] = [
  gauge('age_seconds', [], 'The age.', ({ age }) => age),
  counter('keys_total', ['state'], 'Keys.', async ({ keys }) => Object.entries(keys)),
  gauge('build_info', ['version', 'node'], 'Always 1.', () => [[['1.0 "beta"', '24'], 1]]),
]

t.test('each scrape reads the source again, and what is not known has no sample', async (t) => {
  const source = { age: 1.5, keys: { good: 2, revoked: 0 } }
  const scrape = metricsOf<{ age: number | undefined; keys: Record<string, number> }>(METRICS, source)
  const rest =
    '# HELP build_info Always 1.\n# TYPE build_info gauge\nbuild_info{version="1.0 \\"beta\\"",node="24"} 1\n'
  const [age, keys] = [
    '# HELP age_seconds The age.\n# TYPE age_seconds gauge',
    '# HELP keys_total Keys.\n# TYPE keys_total counter',
  ]
  t.equal(
    await scrape(),
    `${age}\nage_seconds 1.5\n\n${keys}\nkeys_total{state="good"} 2\nkeys_total{state="revoked"} 0\n\n${rest}`,
  )
  Object.assign(source, { age: undefined, keys: { good: 3 } })
  t.equal(await scrape(), `${age}\n\n${keys}\nkeys_total{state="good"} 3\n\n${rest}`)
  Object.assign(source, { age: 0, keys: {} })
  t.equal(await scrape(), `${age}\nage_seconds 0\n\n${keys}\n\n${rest}`)
})

t.test('a histogram has the sums of its buckets, and that of its values', async (t) => {
  const about = { name: 'duration_seconds', label: 'route', help: 'Seconds.' }
  const series = [
    { label: 'home', counts: [1, 0, 2], sum: 7.5 },
    { label: 'offers', counts: [0, 0, 0], sum: 0 },
  ]
  t.equal(
    histogramText(about, [0.5, 1], series),
    `# HELP duration_seconds Seconds.
# TYPE duration_seconds histogram
duration_seconds_bucket{route="home",le="0.5"} 1
duration_seconds_bucket{route="home",le="1"} 1
duration_seconds_bucket{route="home",le="+Inf"} 3
duration_seconds_sum{route="home"} 7.5
duration_seconds_count{route="home"} 3
duration_seconds_bucket{route="offers",le="0.5"} 0
duration_seconds_bucket{route="offers",le="1"} 0
duration_seconds_bucket{route="offers",le="+Inf"} 0
duration_seconds_sum{route="offers"} 0
duration_seconds_count{route="offers"} 0
`,
  )
  t.throws(() => histogramText(about, [0.5, 1, 2], series), RangeError, 'a bucket that is not counted')
})
