// Which words people put above their columns, in Spanish, English and Portuguese, and what they mean by them.

import { wordsOf } from '../conversions/words.ts'

/** What a column can hold, of the members of a record or on the way to one. */
export const ROLES = [
  'ref',
  'issuer',
  'title',
  'name',
  'category',
  'comunas',
  'merchant',
  'url',
  'weekdays',
  'valid_from',
  'valid_until',
  'period',
  'benefit',
  'description',
  'kind',
  'percentage',
  'amount',
  'price',
  'cap',
] as const
export type Role = (typeof ROLES)[number]

/** The likeliest heading of a role first: of two columns that fit, the one whose heading is listed earlier is taken. */
const HEADINGS: Readonly<Record<Role, string>> = {
  ref: 'id, ref, referencia, codigo oferta, codigo, numero, nro, nº, n°, no, n, num, folio, key, offer id, promotion id, promo id, id oferta, id promocion, codigo interno, uid, uuid, sku, cod, coupon id, deal id, identificador',
  issuer:
    'issuer, emisor, emissor, banco, bank, bank name, institucion, institution, instituicao, entidad, entidade, emisora, empresa emisora, programa, advertiser, anunciante, advertiser name, campaign, campana, municipalidad, municipio emisor, organizacion, organismo, provider, proveedor, quien ofrece',
  title:
    'titulo, title, oferta, offer, promocion, promotion, promo, promocao, deal, headline, mensaje, mensagem, message, nombre oferta, nombre promocion, offer title, offer name, titulo oferta, nombre beneficio, titulo beneficio, titulo promocion, nombre descuento, titulo descuento, promotion name, promotion title, deal title, deal name, encabezado, nome da oferta, name of offer, long title',
  name: 'nombre, name, nome, producto, product, produto, articulo, item, product name, nombre producto',
  category:
    'categoria, category, rubro, rubros, categorias, categories, sector, segmento, tipo de comercio, giro, industria, industry, vertical, familia, ramo, rubro comercio',
  comunas:
    'comuna, comunas, comuna s, comunas donde aplica, comunas adheridas, comunas participantes, ciudad, ciudades, city, cities, cidade, cidades, localidad, localidades, municipio, municipios, commune, communes, neighborhood name, neighborhood, neighbourhood, barrio, bairro, location, locations, district, distrito, town',
  merchant:
    'comercio, comercios, comercio adherido, merchant, merchant name, tienda, tiendas, store, store name, shop, local, establecimiento, estabelecimento, loja, lojas, negocio, marca, brand, restaurant, restaurante, comerciante, venue, aliado, partner, empresa, socio, donde, nombre comercio, nombre tienda, nombre local, nombre establecimiento, nombre empresa',
  url: 'url, link, enlace, web, sitio web, website, site, pagina, pagina web, source url, landing page, landing, deeplink, destination, deep link, url oferta, mas informacion, direccion web, link oferta, sitio',
  weekdays:
    'dias, dia, days, day, weekdays, weekday, dias de la semana, dia de la semana, promotion days, dias validos, dias de vigencia, days of week, day of week, dias aplicables, dias da semana, dia s, dias promocion, que dias, valid days',
  valid_from:
    'desde, inicio, from, start, start date, starts, fecha inicio, fecha de inicio, valid from, vigencia desde, vigente desde, fecha desde, inicio vigencia, inicio de vigencia, vigencia inicio, data inicio, data de inicio, inicio da validade, startdate, valida desde, valido desde, begin, begins, de data, date start, effective date, start at, starts at, inicia, vigencia desde fecha',
  valid_until:
    'hasta, fin, until, end, end date, ends, fecha fin, fecha de fin, fecha termino, fecha de termino, termino, vencimiento, fecha vencimiento, fecha de vencimiento, caducidad, valid until, valid to, vigencia hasta, vigente hasta, fecha hasta, fin vigencia, fin de vigencia, vigencia fin, vigencia termino, data fim, data de fim, data termino, validade ate, ate, enddate, expires, expiry, expiry date, expiration, expiration date, date end, valida hasta, valido hasta, finaliza, vence, end at, ends at, to',
  period:
    'vigencia, validez, periodo, validity, period, validade, vigencia promocion, fechas, dates, effective dates, plazo, duracion, valid dates, periodo de vigencia',
  benefit:
    'beneficio, benefit, beneficios, descuento, discount, desconto, dcto, dto, benefit summary, resumen beneficio, detalle beneficio, beneficio descuento, deal details, savings, ahorro, descripcion beneficio, oferta beneficio, resumen, rebaja, vantagem, beneficio ofrecido, offer value, valor descuento',
  description:
    'descripcion, description, descripcion oferta, descripcion de la oferta, descripcion promocion, descripcion de la promocion, descripcion del beneficio, convenio, convenios, descripcion convenio, descripcion del convenio, descripcion descuento, detalle, detalles, detalle oferta, detalle de la oferta, details, offer description, descricao, descricao da oferta, detalhes',
  kind: 'tipo beneficio, tipo de beneficio, benefit type, tipo descuento, tipo de descuento, discount type, tipo promocion, tipo de promocion, tipo de oferta, offer type, promotion type, tipo do beneficio, kind, benefit kind, voucher type',
  percentage:
    'porcentaje, percentage, percent, porcentaje descuento, porcentaje de descuento, % descuento, % dcto, % de descuento, percent off, discount percentage, discount percent, porcentagem, percentual, pct, descuento porcentaje, %',
  amount:
    'monto descuento, monto de descuento, descuento en pesos, amount off, money off, money off amount, discount amount, valor do desconto, monto beneficio, monto',
  price:
    'precio, precio oferta, precio promocional, price, offer price, sale price, preco, preco promocional, precio con descuento, precio final, valor oferta, deal price',
  cap: 'tope, tope maximo, tope descuento, tope de descuento, cap, maximo, maximum, max discount, maximum discount, monto maximo, limite, teto, desconto maximo, tope reintegro, tope de reintegro, tope mensual, descuento maximo, valor maximo, tope $, tope por transaccion, caps and minimums',
}

/** Places may stand under these, or addresses: the values show which. */
const PLACES =
  'ubicacion, ubicaciones, lugar, lugares, zona, zonas, donde aplica, lugar donde aplica, cobertura'

const ARTICLES: ReadonlySet<string> = new Set('de, del, la, las, el, los, da, do, das, dos'.split(', '))

/** By folded words of a heading: role and rank within it. */
const KNOWN: ReadonlyMap<string, KnownHeading> = new Map([
  ...PLACES.split(', ').map((heading): [string, KnownHeading] => [
    headingKey(heading),
    { role: 'comunas', rank: 1000, isWeak: true },
  ]),
  ...[...ROLES].reverse().flatMap((role) =>
    headingsOf(role)
      .map((heading, rank): [string, KnownHeading] => [headingKey(heading), { role, rank }])
      .reverse(),
  ),
])

/** The same without articles: "Título de la oferta" is "Título oferta". */
const KNOWN_LOOSELY: ReadonlyMap<string, KnownHeading> = new Map(
  Array.from(KNOWN, ([key, known]): [string, KnownHeading] => [withoutArticles(key), known]),
)

/** The headings of a role, the likeliest first. */
export function headingsOf(role: Role): string[] {
  return HEADINGS[role].split(', ')
}

/** `startDate`, `start_date` and `Start Date` are one; signs that mean something are kept. */
function headingKey(heading: string): string {
  const spaced = heading.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[º°]/g, ' ')
  const words = wordsOf(spaced)
  return heading.includes('%') ? `% ${words}`.trim() : words
}

function withoutArticles(key: string): string {
  const [first, ...rest] = key.split(' ')
  return [first, ...rest.filter((word) => !ARTICLES.has(word))].join(' ')
}

export interface KnownHeading {
  role: Role
  /** The smaller, the likelier. */
  rank: number
  /** Of a member within an object: the pointer of that object. What it describes is unknown. */
  within?: string
  /** Whether the heading alone says too little. */
  isWeak?: true
}

/** What a heading says; of a pointer, all its members together, or its last one if it belongs to the offer. */
export function roleOf(heading: string): KnownHeading | undefined {
  if (heading.startsWith('/')) return roleOfPointer(heading.slice(1).split('/'))
  return roleOfWords(heading.replace(/ \(\d+\)$/, ''))
}

function roleOfWords(words: string): KnownHeading | undefined {
  const key = headingKey(words)
  return KNOWN.get(key) ?? KNOWN_LOOSELY.get(withoutArticles(key))
}

/** Objects that stand for the offer itself: `/attributes/title`. */
const OFFER_OBJECTS: ReadonlySet<string> = new Set(
  'attributes, data, fields, node, source, item, record, oferta, offer, promocion, promotion, promo, deal, beneficio, benefit'.split(
    ', ',
  ),
)

/** Roles that concern the offer in whatever object they stand. An id, name, text or address may be that of a shop. */
const OF_THE_OFFER: ReadonlySet<Role> = new Set<Role>([
  'issuer',
  'category',
  'comunas',
  'merchant',
  'weekdays',
  'valid_from',
  'valid_until',
  'period',
  'benefit',
  'kind',
  'percentage',
  'amount',
  'price',
  'cap',
])

/** Of these the name is what is published: `/comercio/nombre`. */
const NAMED_ROLES: ReadonlySet<Role> = new Set<Role>(['issuer', 'category', 'comunas', 'merchant'])

function roleOfPointer(members: readonly string[]): KnownHeading | undefined {
  const whole = roleOfWords(members.join(' '))
  if (whole || members.length === 1) return whole
  const within = `/${members.slice(0, -1).join('/')}`
  const first = members.findIndex((member) => !OFFER_OBJECTS.has(headingKey(member)))
  const own = members.slice(first < 0 ? -1 : first)
  const known = roleOfWords(own.join(' '))
  if (known) return { ...known, within }
  const last = roleOfWords(own.at(-1) ?? '')
  if (own.length === 1 || !last) return undefined
  if (OF_THE_OFFER.has(last.role)) return { ...last, within }
  const parent = roleOfWords(own.at(-2) ?? '')
  return last.role === 'name' && parent && NAMED_ROLES.has(parent.role) ? { ...parent, within } : undefined
}

/** Whether a text is likelier a heading than a value. */
export function isHeading(text: string): boolean {
  return roleOf(text) !== undefined || FEED_WORDS.has(headingKey(text))
}

/** Headings of feeds that mean nothing to us, but are headings. */
const FEED_WORDS: ReadonlySet<string> = new Set(
  'type, status, code, terms, conditions, condiciones, description, descripcion, image, imagen, regions, exclusive, date added, direccion, address, time, rating, observaciones, bases legales, link type, keywords'
    .split(', ')
    .map(headingKey),
)
