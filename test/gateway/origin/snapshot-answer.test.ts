import t from 'tap'
import { faultOf } from '../../../gateway/origin/snapshot-answer.ts'

const SIZE = 1000
const PART = { first: 10, last: 19 }
const PART_HEADERS = { 'content-range': 'bytes 10-19/1000', 'content-length': '10' }

t.test('the whole is a 200 of the right length, or of none that is told', async (t) => {
  t.equal(faultOf({ statusCode: 200, headers: { 'content-length': '1000' } }, SIZE, undefined), undefined)
  t.equal(faultOf({ statusCode: 200, headers: {} }, SIZE, undefined), undefined)
  t.match(faultOf({ statusCode: 200, headers: { 'content-length': '999' } }, SIZE, undefined), /999 bytes/)
  for (const statusCode of [204, 206, 301, 304, 403, 404, 500, 503]) {
    t.match(faultOf({ statusCode, headers: {} }, SIZE, undefined), `status ${statusCode}`)
  }
})

t.test('a part is a 206 of exactly what was asked for', async (t) => {
  t.equal(faultOf({ statusCode: 206, headers: PART_HEADERS }, SIZE, PART), undefined)
  t.match(faultOf({ statusCode: 200, headers: { 'content-length': '1000' } }, SIZE, PART), /status 200/)
  t.match(faultOf({ statusCode: 206, headers: {} }, SIZE, PART), /no range/)
  for (const range of ['bytes 0-9/1000', 'bytes 10-18/1000', 'bytes 10-19/999', 'bytes 10-19/*']) {
    const headers = { ...PART_HEADERS, 'content-range': range }
    t.match(faultOf({ statusCode: 206, headers }, SIZE, PART), range)
  }
  const longer = { ...PART_HEADERS, 'content-length': '11' }
  t.match(faultOf({ statusCode: 206, headers: longer }, SIZE, PART), /11 bytes/)
})
