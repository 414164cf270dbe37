import t from 'tap'
import { parseOriginUrl } from '../../../contract/release/origin-site.ts'

t.test('an address may have a port and a path, and gets a slash at its end', async (t) => {
  const addresses = {
    'http://origin.example': 'http://origin.example/',
    'https://cdn.example:8443/catalogue': 'https://cdn.example:8443/catalogue/',
    'https://cdn.example/a/b/': 'https://cdn.example/a/b/',
    'HTTP://[::1]:8081': 'http://[::1]:8081/',
  }
  for (const [given, href] of Object.entries(addresses)) t.equal(parseOriginUrl(given).href, href)
})

t.test('a text that is not the address of an origin is refused as wrong usage', async (t) => {
  const refused = [
    '',
    'origin.example',
    '/srv/offers',
    'ftp://origin.example/',
    'file:///srv/offers',
    'http://',
    'http://origin.example:99999/',
    'http://origin.example/?',
    'http://origin.example/?release=1',
    'http://origin.example/#',
    'http://user@origin.example/',
    'http://:secret@origin.example/',
  ]
  for (const text of refused) {
    t.throws(
      () => parseOriginUrl(text),
      { name: 'OperatorError', code: 'usage', message: /^--origin: / },
      text,
    )
  }
})

t.test('credentials and queries in an address are not repeated in the refusal', async (t) => {
  const addresses = [
    'http://user:secret@origin.example/',
    'http://user:secret@origin.example:99999/',
    'http://user:se/secret@origin.example/',
    'http://user:se#secret@origin.example/',
    'user:secret@origin.example',
    'http://origin.example/?sig=secret',
    'http://origin.example/#secret',
  ]
  for (const text of addresses) {
    const refusal = await Promise.resolve()
      .then(() => parseOriginUrl(text))
      .catch(String)
    t.match(refusal, /^\w+: --origin: .*origin\.example/)
    t.notMatch(refusal, /user|secret/)
  }
})
