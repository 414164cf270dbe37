// How well `find_offers` answers forty questions in one call each.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createOffersClient } from '../../../client/index.ts'
import { createMirror } from '../../../client/mirror/index.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { asRecord } from '../../../lib/json/json.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { demonstrationSource } from '../../helpers/processes.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { mirrorOf, startMcp } from '../support/mcp-client.ts'
import { stillClock } from '../support/still-clock.ts'
import { folded } from './judged-offers.ts'
import { QUESTIONS, type Question } from './questions.ts'

t.setTimeout(BUSY_MS)

/** Of forty. */
const [RIGHT, MISLEADING] = [37, 0]

/** An agent reads every answer whole. */
const MEDIAN_CHARACTERS = 2500

const source = readFileSync(join(demonstrationSource, 'offers.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line): SourceOffer => JSON.parse(line))

const idOf = ({ id, issuer, ref }: SourceOffer) => id ?? mintOfferId(issuer, ref)

function rightIdsOf({ right, first }: Question): Set<string> {
  const offers = source.filter(right)
  if (!first) return new Set(offers.map(idOf))
  const { by, way } = first
  const stated = offers.filter((offer) => by(offer) != null)
  const best = stated.reduce<SourceOffer | undefined>((kept, offer) => {
    const [a, b] = [by(offer) ?? 0, kept && (by(kept) ?? 0)]
    return b === undefined || (way === 'largest' ? a > b : a < b) ? offer : kept
  }, undefined)
  return new Set(stated.filter((offer) => best && by(offer) === by(best)).map(idOf))
}

interface Answer {
  isError: boolean
  found: string[]
  hints: string
  characters: number
}

/** `right`, `missed`, or `misleading`: offers, though what was asked for is nowhere in the catalogue, and no word about it. */
function judge(question: Question, { isError, found, hints }: Answer): 'right' | 'missed' | 'misleading' {
  const { missing, first } = question
  if (missing) {
    const isNamed = missing.some((word) => folded(hints).includes(folded(word)))
    return isNamed || (!isError && found.length === 0) ? 'right' : 'misleading'
  }
  const ids = rightIdsOf(question)
  return found.slice(0, first ? 1 : 3).some((id) => ids.has(id)) ? 'right' : 'missed'
}

async function askAll() {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const mirror = createMirror(createOffersClient({ baseUrl: base, key: keys.issue('named') }))
  await mirror.sync()
  // On the day of the demonstration catalogue.
  const { call } = await startMcp(t, { mirror: mirrorOf(await mirror.copy()), clock: stillClock() })
  return await Promise.all(
    QUESTIONS.map(async (question) => {
      const { isError, text, content } = await call('find_offers', question.call)
      const offers = Array.isArray(content.offers) ? content.offers : []
      const found = offers.map((each) => String(asRecord(each, 'an offer').id))
      const hints = JSON.stringify(content.hints ?? [])
      const answer = { isError, found, hints, characters: text.length }
      return { ...answer, question: question.question, verdict: judge(question, answer) }
    }),
  )
}

t.test('each question has an answer in the source, unless its words are nowhere', async (t) => {
  t.equal(QUESTIONS.length, 40)
  const texts = folded(source.map((offer) => JSON.stringify(offer)).join('\n'))
  for (const question of QUESTIONS) {
    t.equal(rightIdsOf(question).size === 0, question.missing !== undefined, question.question)
    for (const word of question.missing ?? []) t.notOk(texts.includes(folded(word)), word)
  }
})

t.test('one call finds the answer among its first three offers, and none misleads', async (t) => {
  const answers = await askAll()
  for (const { verdict, characters, question } of answers)
    t.comment(`${verdict.padEnd(10)} ${String(characters).padStart(6)}  ${question}`)
  const count = (verdict: string) => answers.filter((each) => each.verdict === verdict).length
  const median = answers.map(({ characters }) => characters).sort((a, b) => a - b)[answers.length / 2]
  t.comment(`${count('right')} right, ${count('misleading')} misleading; median ${median} characters`)
  t.ok(count('right') >= RIGHT, `${count('right')} right`)
  t.ok(count('misleading') <= MISLEADING, `${count('misleading')} misleading`)
  t.ok(Number(median) <= MEDIAN_CHARACTERS, `${median} characters`)
})
