// Forty questions of people, as an agent asks them, written before anybody looked at the search: what it is asked, and
// which records of the demonstration catalogue are right. The search is not made for them: if it misses one, it stays.

import type { SourceOffer } from '../../../contract/offers/source.ts'
import { cat, ends, free, has, kind, local, multi, near, open, runs, starts, TODAY } from './judged-offers.ts'

export interface Question {
  question: string
  /** The arguments of `find_offers`. */
  call: Readonly<Record<string, string>>
  right: (o: SourceOffer) => boolean
  /** Only what has the largest of these, or the smallest, is right, and must come first. */
  first?: { by: (o: SourceOffer) => string | number | null | undefined; way: 'largest' | 'smallest' }
  /** Words that are nowhere in the catalogue: nothing is right, and the answer must be empty or name one of them. */
  missing?: readonly string[]
}

export const QUESTIONS: readonly Question[] = [
  {
    question: '¿Hay algo gratis para hacer en Valdivia?',
    call: { text: 'gratis', comuna: 'valdivia' },
    right: (o) => open(o) && local(o, 'valdivia') && free(o),
  },
  {
    question: 'Quiero esterilizar a mi gata y no tengo plata, vivo en Concepción',
    call: { text: 'esterilización gata gratis', comuna: 'concepcion' },
    right: (o) => open(o) && near(o, 'concepcion') && has(o, /esteriliza/),
  },
  {
    question: '¿Qué museo puedo ver liberado este domingo en Ñuñoa?',
    call: { text: 'museo liberado', comuna: 'nunoa', day: '2026-09-06' },
    right: (o) => runs(o, '2026-09-06') && near(o, 'nunoa') && has(o, /museo/) && free(o),
  },
  {
    question: 'busco pisina barata en peñalolen',
    call: { text: 'pisina', comuna: 'penalolen' },
    right: (o) => open(o) && near(o, 'penalolen') && has(o, /piscina|natacion|nado libre/),
  },
  {
    question: 'hamburgesas dos por uno, ¿dónde?',
    call: { text: 'hamburgesas dos por uno' },
    right: (o) => open(o) && multi(o, 2) && has(o, /hamburgues/),
  },
  {
    question: '¿Dónde le compro los remedios a mi mamá más baratos?',
    call: { text: 'remedios baratos', category: 'salud' },
    right: (o) =>
      open(o) &&
      cat(o, 'salud') &&
      has(o, /medicamento|remedio|bioequivalente|receta a precio|receta al costo/),
  },
  {
    question: 'Se me rompieron los anteojos, necesito otros',
    call: { text: 'anteojos' },
    right: (o) => open(o) && cat(o, 'salud') && has(o, /\blentes\b|\boptica\b/),
  },
  {
    question: 'Tengo ganas de un sándwich cerca de la pega, en Ñuñoa',
    call: { text: 'sándwich', comuna: 'nunoa' },
    right: (o) => open(o) && near(o, 'nunoa') && has(o, /sanguch|sandwich|lomito/),
  },
  {
    question: '¿Quién repara la pantalla de un celular en Santiago?',
    call: { text: 'reparar celular', comuna: 'santiago' },
    right: (o) => open(o) && near(o, 'santiago') && has(o, /reparacion de celular/),
  },
  {
    question: 'Me toca cambiar un neumático del auto',
    call: { text: 'neumático' },
    right: (o) => open(o) && has(o, /neumatico/),
  },
  {
    question: 'Queremos andar a caballo el martes y pagar uno solo, 2 x 1',
    call: { text: 'cabalgata 2 x 1', day: '2026-09-08' },
    right: (o) => runs(o, '2026-09-08') && multi(o, 2) && has(o, /cabalgata|caballo/),
  },
  {
    question: '¿Queda alguna promo de estufa por Temuco?',
    call: { text: 'estufa', comuna: 'temuco' },
    right: (o) => open(o) && near(o, 'temuco') && has(o, /estufa/),
  },
  {
    question: 'Pañal en oferta para la guagua',
    call: { text: 'pañal' },
    right: (o) => open(o) && has(o, /panal/),
  },
  {
    question: '¿Qué tienda me despacha sin costo?',
    call: { text: 'despacho sin costo' },
    right: (o) => open(o) && has(o, /despacho (sin costo|expres gratis|gratis|incluido)/),
  },
  {
    question: 'quiero sacarme los pelos de las piernas, depilasion laser',
    call: { text: 'depilasion laser' },
    right: (o) => open(o) && has(o, /depilacion/),
  },
  {
    question: '¿Dónde sale más barata la bencina?',
    call: { text: 'bencina barata' },
    right: (o) => open(o) && (has(o, /bencina|servicentro/) || (cat(o, 'automotriz') && has(o, /por litro/))),
  },
  {
    question: '¿Alguna oferta para hacerme un tatuaje?',
    call: { text: 'tatuaje' },
    right: (o) => has(o, /tatua|tattoo/),
    missing: ['tatuaje'],
  },
  {
    question: 'Me echaron de la pega, ¿hay descuento en un abogado?',
    call: { text: 'abogado' },
    right: (o) => has(o, /abogad|juridic|legales/),
    missing: ['abogado'],
  },
  {
    question: '¿Clases de golf con descuento?',
    call: { text: 'clases de golf' },
    right: (o) => has(o, /golf/),
    missing: ['golf'],
  },
  {
    question: 'Me duele una muela, ¿hay dentista con convenio en Punta Arenas?',
    call: { text: 'dentista', comuna: 'punta-arenas' },
    right: (o) => open(o) && near(o, 'punta-arenas') && has(o, /dentista|dental|muela|ortodoncia/),
    missing: ['dentista'],
  },
  {
    question: 'Which museums can I visit for free?',
    call: { text: 'free museum' },
    right: (o) => open(o) && has(o, /museo/) && free(o),
  },
  {
    question: 'Two for one theatre tickets, please',
    call: { text: 'two for one theatre' },
    right: (o) => open(o) && multi(o, 2) && has(o, /teatro/),
  },
  {
    question: 'My dog is ill, is there a vet with a discount?',
    call: { text: 'vet dog', category: 'mascotas' },
    right: (o) => open(o) && cat(o, 'mascotas') && has(o, /veterinari/) && !has(o, /farmacia/),
  },
  {
    question: 'Any pizza deals around Providencia?',
    call: { text: 'pizza', comuna: 'providencia' },
    right: (o) => open(o) && near(o, 'providencia') && has(o, /pizza|pizzeria/),
  },
  {
    question: 'Where can I get a cheap haircut?',
    call: { text: 'haircut' },
    right: (o) => open(o) && cat(o, 'belleza') && has(o, /corte/),
  },
  {
    question: 'Pharmacy with free delivery in Las Condes?',
    call: { text: 'free delivery pharmacy', comuna: 'las-condes' },
    right: (o) => open(o) && near(o, 'las-condes') && cat(o, 'salud') && has(o, /despacho/),
  },
  {
    question: 'Good coffee in Ñuñoa with a discount',
    call: { text: 'coffee', comuna: 'nunoa' },
    right: (o) => open(o) && near(o, 'nunoa') && has(o, /cafe/),
  },
  {
    question: 'I would like a gym in Punta Arenas',
    call: { text: 'gym', comuna: 'punta-arenas' },
    right: (o) => open(o) && near(o, 'punta-arenas') && has(o, /gimnasio/),
  },
  {
    question: 'Is there a skydiving deal?',
    call: { text: 'skydiving' },
    right: (o) => has(o, /skydiv|paracaid|salto en/),
    missing: ['skydiving'],
  },
  {
    question: 'A helicopter tour over the mountains, any offer?',
    call: { text: 'helicopter tour' },
    right: (o) => has(o, /helicop/),
    missing: ['helicopter'],
  },
  {
    question: '¿Qué se acaba esta semana? Lo más urgente primero',
    call: { ends_from: 'today', ends_by: '2026-09-06', sort: 'ends' },
    right: (o) => ends(o, TODAY, '2026-09-06'),
    first: { by: (o) => o.valid_until, way: 'smallest' },
  },
  {
    question: 'What starts tomorrow?',
    call: { starts_from: '2026-09-02', starts_by: '2026-09-02' },
    right: (o) => o.valid_from === '2026-09-02',
  },
  {
    question: '¿Cuál es el porcentaje más grande en restaurantes?',
    call: { category: 'restaurantes', kind: 'percentage', sort: 'value' },
    right: (o) => open(o) && cat(o, 'restaurantes') && kind(o, 'percentage'),
    first: { by: (o) => o.benefit.value, way: 'largest' },
  },
  {
    question: '¿Qué promos tipo 2x1 o 3x1 hay hoy en Maipú?',
    call: { kind: 'multibuy', comuna: 'maipu', day: 'today' },
    right: (o) => runs(o, TODAY) && near(o, 'maipu') && kind(o, 'multibuy'),
  },
  {
    question: 'En Concepción, ¿qué vence antes?',
    call: { comuna: 'concepcion', ends_from: 'today', sort: 'ends' },
    right: (o) => ends(o, TODAY) && near(o, 'concepcion'),
    first: { by: (o) => o.valid_until, way: 'smallest' },
  },
  {
    question: 'What is coming up in Coquimbo, soonest first?',
    call: { comuna: 'coquimbo', starts_from: '2026-09-02', sort: 'starts' },
    right: (o) => starts(o, '2026-09-02') && near(o, 'coquimbo'),
    first: { by: (o) => o.valid_from, way: 'smallest' },
  },
  {
    question: 'Para la casa, ¿dónde me dan más cuotas?',
    call: { category: 'hogar', kind: 'installments', sort: 'value' },
    right: (o) => open(o) && cat(o, 'hogar') && kind(o, 'installments'),
    first: { by: (o) => o.benefit.value, way: 'largest' },
  },
  {
    question: '¿Dónde puedo comer hoy con mi tarjeta del Banco Pellín?',
    call: { issuer: 'banco-pellin', category: 'restaurantes', day: 'today' },
    right: (o) => runs(o, TODAY) && o.issuer === 'banco-pellin' && cat(o, 'restaurantes'),
  },
  {
    question: 'What is the largest percentage off for pets that I can use today?',
    call: { category: 'mascotas', kind: 'percentage', day: 'today', sort: 'value' },
    right: (o) => runs(o, TODAY) && cat(o, 'mascotas') && kind(o, 'percentage'),
    first: { by: (o) => o.benefit.value, way: 'largest' },
  },
  {
    question: 'Sushi 2x1 para este sábado en Maipu',
    call: { text: 'sushi 2x1', comuna: 'maipu', day: '2026-09-05' },
    right: (o) => runs(o, '2026-09-05') && near(o, 'maipu') && multi(o, 2) && has(o, /sushi/),
  },
]
