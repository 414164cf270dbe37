// Words for days of the week, and for several of them.
import t from 'tap'
import { readWeekdays } from '../../../import/cells/read-weekdays.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Numbers of days, Monday first. */
const indexesIn = (text: string) =>
  readWeekdays(text)
    ?.map((day) => WEEK.indexOf(day))
    .join('') ?? 'none'

t.test('a day, a range and several days are read', async (t) => {
  const cases: [days: string, ...texts: string[]][] = [
    [
      '0123456',
      ...['todos', 'todas', 'all', 'every day', 'everyday', 'all the days', 'Todos los días', 'todo dia', 'todos os dias'],
      ...['todos los días de la semana', 'toda la semana', 'diario', 'diariamente', 'diaria', 'daily', 'all days'],
      ...['all week', '7 days a week', 'cualquier día', 'lunes a domingo', 'lunes a lunes', 'jueves a miércoles'],
    ],
    [
      '56',
      ...['fin de semana', 'fines de semana', 'el fin de semana', 'finde', 'fin de semana .', ';fin de semana;;', 'los fines de semana', 'weekend'],
      ...['fim de semana', 'fins de semana', 'finais de semana', 'sábados y domingos', 'Sat/Sun', 'sab, dom', 'Sat and Sun'],
    ],
    ['01234', 'weekday', 'weekdays', 'día de semana', 'días hábiles', 'días laborales', 'dias de semana', 'dias úteis', 'on weekdays'],
    ['01234', 'Monday through Friday', 'Mon thru Fri', 'Mon to Fri'],
    ['01234', 'segunda até sexta', 'lunes hasta viernes', 'de lunes al viernes', 'Mon. - Fri.', 'Mon − Fri'],
    ['01234', 'L a V', 'L-V', 'l - v', 'L a V.'],
    ['none', 'L', 'V', 'L, V', 'L/V', 'M a V', 'L M V', 'S', 'L-M-V'],
    ['012345', 'lunes a sábado', 'L a S'],
    ['3456', 'J a D'],
    ['02', 'lunes, miércoles', 'lunes; miércoles', 'lunes; ; miércoles', 'lunes|miércoles', 'lunes & miércoles', 'lunes+miércoles', 'lunes e miércoles'],
    ['0', 'los lunes', 'cada lunes', 'todos los lunes', 'todas as segundas', 'segunda-feira', 'every Monday', 'on Mondays', 'only Monday', 'Monday only', 'solo lunes', 'durante el lunes', 'from Monday', 'lunes -', 'todo lunes', 'la lunes', 'os lunes', 'feiras lunes', 'dias lunes'],
    ['056', 'sábado a lunes', 'Sat–Mon', 'Sat—Mon'],
    ['013', 'lunes, martes y jueves', 'lunes,,martes / jueves'],
    ['none', 'lunes; dias', 'L-M', 'M', 'M-F', 'L-M-W-J-V', 'lmxjv', 'a lunes a martes a jueves', 'lunes o feriados', 'lunes martes', 'primer lunes', '-', ',', 'todo el', 'weekendx', 'fin de semana largo', 'x todos', 'daily deals', 'dias'],
  ] // biome-ignore format: a table
  for (const [days, ...texts] of cases) for (const text of texts) t.equal(indexesIn(text), days, text)
  t.equal(indexesIn(`${'lunes, '.repeat(42)}lunes`), '0')
  t.equal(indexesIn(`${'lunes, '.repeat(43)}lunes`), 'none', 'longer than 300 characters')
})

t.test('days with anything else are not read', async (t) => {
  for (const text of [
    'Lunes a viernes (excepto feriados)',
    'Lunes a viernes excepto feriados',
    'Lun-Vie (excepto feriados)',
    'lunes a viernes solo almuerzo',
    'De lunes a jueves (presencial)',
    'Monday to Friday (except holidays)',
    'feriados a viernes',
  ])
    t.equal(indexesIn(text), 'none', text)
})
