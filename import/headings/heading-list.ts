// Headings of columns in Spanish, English, Portuguese, German, French, Italian and Romanian, and their roles.

import { headingWords } from '../cells/words.ts'
import { isOldPrice, isReducedPrice, rolesByGrammar } from './heading-grammar.ts'
import { ROLES, type Role } from './roles.ts'

/** The likeliest heading of a role first: if two columns fit, the heading that is listed earlier wins. */
const HEADINGS: Readonly<Record<Role, string>> = {
  ref: 'id, ref, referencia, codigo oferta, codigo, numero, nro, nº, no, num, folio, key, offer id, product id, product code, codigo producto, promotion id, promo id, id oferta, id promocion, codigo interno, uid, uuid, sku, cod, coupon id, deal id, identificador, upc, ean, gtin, asin, isbn, reference, nummer, nr, artikelnummer, identifiant, codice, cod produs',
  issuer:
    'issuer, emisor, emissor, banco, bank, bank name, institucion, institution, instituicao, entidad, entidade, emisora, empresa emisora, programa, advertiser, anunciante, advertiser name, campaign, campana, municipalidad, municipio emisor, organizacion, organismo, provider, proveedor, quien ofrece, anbieter, aussteller, banque, emetteur, emittente, fornitore, emitent, furnizor',
  title:
    'titulo, title, oferta, offer, promocion, promotion, promo, promocao, deal, headline, mensaje, mensagem, message, nombre oferta, nombre promocion, offer title, offer name, titulo oferta, nombre beneficio, titulo beneficio, titulo promocion, nombre descuento, titulo descuento, promotion name, promotion title, deal title, deal name, encabezado, nome da oferta, name of offer, long title, titel, angebot, aktion, titre, offre, titolo, offerta, promozione, titlu, promotie',
  name: 'nombre, name, nome, producto, product, produto, articulo, article, item, product name, nombre producto, produkt, artikel, bezeichnung, produktname, produit, nom, libelle, designation, prodotto, nome prodotto, articolo, produs, nume, denumire, nume produs',
  category:
    'categoria, category, rubro, rubros, categorias, categories, sector, segmento, tipo de comercio, giro, industria, industry, vertical, familia, ramo, rubro comercio, kategorie, rubrik, warengruppe, categorie, rayon, rubrique, reparto, settore',
  comunas:
    'comuna, comunas, comuna s, comunas donde aplica, comunas adheridas, comunas participantes, ciudad, ciudades, city, cities, cidade, cidades, localidad, localidades, municipio, municipios, commune, communes, neighborhood name, neighborhood, neighbourhood, barrio, bairro, location, locations, district, distrito, town, stadt, ort, ville, citta, comune, localita, oras, localitate',
  merchant:
    'comercio, comercios, comercio adherido, merchant, merchant name, tienda, tiendas, store, store name, shop, local, establecimiento, estabelecimento, loja, lojas, negocio, marca, brand, restaurant, restaurante, comerciante, venue, aliado, partner, empresa, socio, donde, vendido por, sold by, seller, vendedor, nombre comercio, nombre tienda, nombre local, nombre establecimiento, nombre empresa, handler, geschaft, filiale, marke, magasin, enseigne, commercant, marque, negozio, esercente, marchio, magazin, comerciant',
  url: 'url, link, enlace, web, sitio web, website, site, pagina, pagina web, landing page, landing, deeplink, destination, mas informacion, direccion web, sitio, webseite, lien, site web, sito, sito web',
  weekdays:
    'dias, dia, days, day, weekdays, weekday, dias de la semana, dia de la semana, promotion days, dias validos, dias de vigencia, days of week, day of week, dias aplicables, dias da semana, dia s, dias promocion, que dias, valid days, wochentage, wochentag, jours, giorni, zile',
  valid_from:
    'desde, inicio, from, start, starts, begin, begins, start date, valid from, inicia, gultig ab, gultig von, beginn, startdatum, debut, date de debut, inizio, data inizio, valido dal, inceput, data inceput, valabil de la',
  valid_until:
    'hasta, fin, until, end, ends, deadline, termino, vencimiento, caducidad, ate, expires, expiry, expiration, end date, valid until, valid to, vence, finaliza, to, gultig bis, ende, enddatum, ablaufdatum, date de fin, date limite, jusqu au, valable jusqu au, scadenza, data scadenza, fine, data fine, valido fino al, data expirarii, valabil pana la, sfarsit',
  period:
    'vigencia, validez, periodo, validity, period, validade, vigencia promocion, fechas, dates, effective dates, promotion effective dates, plazo, duracion, valid dates, periodo de vigencia, valid, gultigkeit, laufzeit, zeitraum, validite, periode, validita, valabilitate, perioada',
  benefit:
    'beneficio, benefit, beneficios, descuento, discount, desconto, dcto, dto, benefit summary, resumen beneficio, detalle beneficio, beneficio descuento, deal details, savings, ahorro, descripcion beneficio, oferta beneficio, resumen, rebaja, vantagem, beneficio ofrecido, offer value, valor descuento, rabatt, nachlass, remise, reduction, avantage, rabais, sconto, riduzione, reducere',
  description:
    'descripcion, description, descripcion oferta, descripcion promocion, descripcion del beneficio, convenio, convenios, descripcion convenio, descripcion descuento, detalle, detalles, detalle oferta, details, offer description, descricao, descricao da oferta, detalhes, beschreibung, descrizione, dettagli, descriere, detalii',
  kind: 'value type, discount value type, discount unit, value unit, simple action, reduction type, tipo valor, tipo beneficio, benefit type, tipo descuento, discount type, discount class, tipo promocion, offer type, promotion type, kind, benefit kind, voucher type, rabattart, angebotstyp, type de remise, type offre, tipo sconto, tipo offerta, tip reducere, tip oferta',
  cashback: 'cashback, cash back, reintegro',
  installments: 'cuotas, installments, parcelas, cuotas sin interes, meses sin intereses',
  percentage:
    'porcentaje, percentage, percent, porcentagem, percentual, pct, %, percent off, discount percentage, prozent, rabatt prozent, % rabatt, pourcentage, % remise, percentuale, % sconto, procent, % reducere',
  amount:
    'monto descuento, amount off, money off, money off amount, discount amount, valor do desconto, monto beneficio, monto, amount, betrag, rabattbetrag, montant, montant remise, importo, importo sconto, suma',
  price:
    'valor oferta, angebotspreis, aktionspreis, prix promo, prezzo offerta, prezzo scontato, pret redus, pret promotional, precio, price, preco, mitgliederpreis, preis, prix, prezzo, pret',
  cap: 'tope, cap, maximo, maximum, limite, teto, tope mensual, tope por transaccion, caps and minimums, hochstbetrag, plafond, massimale, plafon',
  status:
    'status, estado, estatus, benefit status, in promotion, state, active, activo, activa, ativo, attivo, actif, aktiv, activ, is active, esta activo, enabled, is enabled, habilitado, vigente, disponible, available, is available, on offer, en oferta, is on offer, on sale, is on sale, on special, is on special, is valid, has offer, has deal, has discount, has promotion, published, is published, expired, is expired, expirado, vencido, caducado, inactive, is inactive, disabled, is disabled, inactivo, deleted, is deleted, eliminado, deleted at, archived, is archived, archived at, archivado, visible, is visible, hidden, is hidden, sold out, agotado, esgotado, draft, borrador, removed, closed, cancelled, cancelado, has expired, publicado, approved, live, in stock, availability, disponivel, verfugbar, actief, aktif, situacao, stato, stare, statut, etat, zustand, abgelaufen, scaduto, expirat',
}

const ARTICLES: ReadonlySet<string> = new Set('de, del, la, las, el, los, da, do, das, dos'.split(', '))

/** Role and rank of each heading, by its folded words. */
const KNOWN: ReadonlyMap<string, KnownHeading> = new Map(
  [...ROLES].reverse().flatMap((role) =>
    headingsOf(role)
      .map((heading, rank): [string, KnownHeading] => [headingKey(heading), { role, rank }])
      .reverse(),
  ),
)

/** The same headings without articles: "Título de la oferta" is "Título oferta". */
const KNOWN_LOOSELY: ReadonlyMap<string, KnownHeading> = new Map(
  Array.from(KNOWN, ([key, known]): [string, KnownHeading] => [withoutArticles(key), known]),
)

/** The headings of a role, the likeliest first. */
export function headingsOf(role: Role): string[] {
  return HEADINGS[role].split(', ')
}

/** One key for `startDate`, `start_date` and `Start Date`. A percent sign is kept. */
function headingKey(heading: string): string {
  const words = headingWords(heading.replace(/[º°]/g, ' '))
  return heading.includes('%') ? `% ${words}`.trim() : words
}

function withoutArticles(key: string): string {
  const [first, ...rest] = key.split(' ')
  return [first, ...rest.filter((word) => !ARTICLES.has(word))].join(' ')
}

export interface KnownHeading {
  role: Role
  /** A smaller rank is likelier. */
  rank: number
  /** The pointer of the object, if the heading is a member of one. The meaning of that object is unknown. */
  within?: string
  /** Whether the heading alone is not enough, and the values must fit as well. */
  isWeak?: true
}

/** The likeliest role of a heading. */
export function roleOf(heading: string): KnownHeading | undefined {
  return rolesOf(heading)[0]
}

/** The possible roles of a heading. In a pointer all members count, or only the last one if it belongs to the offer. */
export function rolesOf(heading: string): readonly KnownHeading[] {
  // The name of a record in an object of records.
  if (heading === '#') return [{ role: 'ref', rank: 0 }]
  const pointer = heading.replace(/^(?:\.\.\/)*\.\.(?=\/)/, '')
  if (!pointer.startsWith('/')) return rolesOfWords(heading.replace(/ \(\d+\)$/, ''))
  return rolesOfPointer(pointer.slice(1).split('/'))
}

/** Whether a column holds prices before a discount. */
export function isOldPriceHeading(heading: string): boolean {
  return isOldPrice(headingKey(heading))
}

/** Roles that say that rows are offers. */
export const OF_OFFERS: ReadonlySet<Role> = new Set<Role>([
  'benefit',
  'percentage',
  'cashback',
  'amount',
  'price',
  'installments',
  'kind',
])
const SAYS_OFFER =
  /offer|ofert|promo|deal|\bspecial|coupon|cupo[mn]|voucher|discount|descuento|desconto|benef|angebot|aktion|gutschein|offre|remise|sconto/

/** Whether a heading says that rows are offers: a benefit, a price, a word such as "promo". */
export function isOfOffers(heading: string): boolean {
  return SAYS_OFFER.test(headingKey(heading)) || rolesOf(heading).some(({ role }) => OF_OFFERS.has(role))
}

/** After all listed headings. */
const RANK_OF_GRAMMAR = 500

/** Before the price that it is reduced from, which is often just "price". */
const RANK_OF_PAID = -1

function rolesOfWords(words: string): readonly KnownHeading[] {
  const key = headingKey(words)
  if (isOldPrice(key)) return []
  const listed = KNOWN.get(key) ?? KNOWN_LOOSELY.get(withoutArticles(key))
  const others = rolesByGrammar(key).filter((role) => role !== listed?.role)
  return [
    ...(listed ? [listed] : []),
    ...others.map((role, index): KnownHeading => {
      const isPaid = role === 'price' && isReducedPrice(key)
      return { role, rank: isPaid ? RANK_OF_PAID : RANK_OF_GRAMMAR + index, isWeak: true }
    }),
  ]
}

/** Objects that stand for the offer itself: `/attributes/title`. */
const OFFER_OBJECTS: ReadonlySet<string> = new Set(
  'attributes, data, fields, node, source, item, record, oferta, offer, promocion, promotion, promo, deal, beneficio, benefit'.split(
    ', ',
  ),
)

/** Objects that bound the benefit: `/limit/amount` is none itself. */
const BOUNDS: ReadonlySet<string> = new Set('limit, limits, limite, cap, tope, maximum, minimum'.split(', '))

/** Members of any amount of money: that of a commission, of shipping, of an instalment. */
const OF_MONEY: ReadonlySet<string> = new Set(
  'amount, value, valor, monto, importe, betrag, montant'.split(', '),
)

/** Roles that may describe something else, such as a shop. All other roles belong to the offer, whatever the object. */
const OF_ANYTHING: ReadonlySet<Role> = new Set<Role>(['ref', 'title', 'name', 'url', 'description'])

/** Objects with these roles are published by their name: `/comercio/nombre`. */
const NAMED_ROLES: ReadonlySet<Role> = new Set<Role>(['issuer', 'category', 'comunas', 'merchant'])

function rolesOfPointer(members: readonly string[]): readonly KnownHeading[] {
  // In /title/de it is a language, no article.
  if (members.length > 1 && ARTICLES.has(headingKey(members.at(-1) ?? ''))) return []
  const whole = rolesOfWords(members.join(' '))
  if (whole.length > 0 || members.length === 1) return whole
  const within = `/${members.slice(0, -1).join('/')}`
  const first = members.findIndex((member) => !OFFER_OBJECTS.has(headingKey(member)))
  const own = members.slice(first < 0 ? -1 : first)
  const known = rolesOfWords(own.join(' '))
  if (known.length > 0) return known.map((each) => ({ ...each, within }))
  if (own.length === 1 || own.slice(0, -1).some((member) => BOUNDS.has(headingKey(member)))) return []
  if (OF_MONEY.has(headingKey(own.at(-1) ?? ''))) return []
  const last = rolesOfWords(own.at(-1) ?? '')
  const ofOffer = last.filter(({ role }) => !OF_ANYTHING.has(role))
  if (ofOffer.length > 0) return ofOffer.map((each) => ({ ...each, within }))
  const parent = rolesOfWords(own.at(-2) ?? '').filter(({ role }) => NAMED_ROLES.has(role))
  return last.some(({ role }) => role === 'name') ? parent.map((each) => ({ ...each, within })) : []
}

/** Whether a text is more likely a heading than a value. */
export function isHeading(text: string): boolean {
  return roleOf(text) !== undefined || WITHOUT_ROLE.has(headingKey(text))
}

/** Headings that have no role here. */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(
  'type, status, code, terms, conditions, condiciones, description, descripcion, image, imagen, regions, exclusive, date added, direccion, address, time, rating, observaciones, bases legales, link type, keywords'
    .split(', ')
    .map(headingKey),
)
