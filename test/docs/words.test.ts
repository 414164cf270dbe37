// Everything that pages name exists: routes, filters, files, bundles, links.

import { posix } from 'node:path'
import t from 'tap'
import { FILTER_NAMES } from '../../contract/api/filters.ts'
import { PATHS } from '../../contract/api/resources.ts'
import {
  anchorsOf,
  codeOf,
  codeSpans,
  commandsIn,
  isThere,
  linksOf,
  PAGES,
  read,
  trackedFiles,
} from './support/pages.ts'
import { noneWrong, noneWrongOn } from './support/wrong.ts'

t.test('relative links lead to files, and to headings in them', async (t) => {
  const isOurs = (link: string) => !/^[a-z]+:/.test(link)
  const leads = (link: string, page: string) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : posix.join(posix.dirname(page), file)
    return isThere(target) && (anchor === undefined || anchorsOf(read(target)).includes(anchor))
  }
  noneWrongOn(t, PAGES, (page) => linksOf(read(page)).filter(isOurs), leads)
})

t.test('sections that the files of an operator name are on that page', async (t) => {
  const files = trackedFiles().filter((file) => file.startsWith('deploy/'))
  const named = (file: string) => read(file).match(/docs\/[a-z-]+\.md, "[^"]+"/g) ?? []
  const isThereOn = (reference: string) => {
    const [page = '', section = ''] = reference.split(/, "|"$/)
    const text = read(page)
    return (
      text.includes(`\n## ${section}\n`) ||
      text.includes(`\n### ${section}\n`) ||
      text.includes(`**${section}`)
    )
  }
  noneWrongOn(t, files, named, isThereOn)
})

t.test('no command starts units by a pattern, which leaves out those that were stopped', async (t) => {
  const starts = (page: string) =>
    commandsIn(read(page)).filter((line) => /systemctl (?:re)?start /.test(line))
  noneWrongOn(t, PAGES, starts, (line) => !line.includes('*'))
})

t.test('gateways are checked as their user, who may read less than root', async (t) => {
  const checks = (page: string) =>
    commandsIn(read(page)).filter((line) => line.includes('systemd-run') && line.endsWith('serve --check'))
  noneWrongOn(t, PAGES, checks, (line) => line.includes('-p User=offers '))
})

t.test('the map leads to every page of docs', async (t) => {
  const map = 'docs/README.md'
  const linked = linksOf(read(map)).map((link) => posix.join('docs', link))
  const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== map)
  noneWrong(t, pages, (page) => linked.includes(page), 'none is missing')
})

t.test('files that are named exist', async (t) => {
  const folders = new Set(trackedFiles().map((file) => file.split('/')[0]))
  const paths = (page: string) =>
    codeSpans(read(page)).filter(
      (span) => /^(?:\.?[\w-]+\/)+[\w.-]*$/.test(span) && folders.has(span.split('/')[0]),
    )
  // A name may be relative to the folder that the page is in.
  const isNamed = (path: string, page: string) =>
    isThere(path) || isThere(posix.join(posix.dirname(page), path))
  noneWrongOn(t, PAGES, paths, isNamed)
  t.ok(PAGES.flatMap(paths).length > 20, 'there are some')
})

t.test('bundles that are named are built', async (t) => {
  const made = read('packaging/esbuild.config.mjs')
  const named = (page: string) => read(page).match(/(?<=dist\/)[a-z]+(?=\.mjs)/g) ?? []
  noneWrongOn(t, PAGES, named, (name) => new RegExp(`\\b${name}\\b`).test(made))
})

t.test('routes that are named exist, and all are named in README', async (t) => {
  const routes: string[] = [...Object.values(PATHS), `${PATHS.offers}/{id}`]
  const named = (page: string) =>
    codeOf(read(page))
      .join('\n')
      .match(/\/beta\/[a-z./{}]*/g) ?? []
  noneWrongOn(t, PAGES, named, (route) => routes.includes(route))
  const readme = read('README.md')
  noneWrong(t, routes, (route) => readme.includes(`\`${route}\``), 'none is missing')
})

t.test('every filter is named in README', async (t) => {
  const named = codeSpans(read('README.md'))
  noneWrong(t, FILTER_NAMES, (name) => named.includes(name), 'none is missing')
})
