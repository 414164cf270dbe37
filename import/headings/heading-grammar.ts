// Roles of headings that no list has, such as `expires_at`, `priceValidUntil`, `descuento_pct`. Their words are known, and
// together allow one role or a few; the values of the column decide.

import { CURRENCY_CODES } from '../cells/countries.ts'
import { DELETION_WORDS } from '../cells/read-status.ts'
import type { Role } from './roles.ts'

/** Classes of folded words of Spanish, English and Portuguese; for days and prices also of other languages. */
const WORDS = {
  end:
    'expires expiry expired expiration expire expira expiracion expiracao until till through thru hasta ate vence vencimiento ' +
    'vencimento caducidad caduca caduce fin fim end ends ended ending termino termina finaliza tot bis ablauf off to',
  start:
    'start starts started starting from begin begins since desde inicio inicia comienzo comeca vanaf ab von',
  day: 'date dates day fecha fechas data dia datum dt at on op am le il em den ultimo last',
  valid: 'valid validity valido valida vigencia vigente vigent validade validez geldig gueltig gultig',
  thing:
    'offer offers oferta ofertas coupon coupons cupon cupones cupom deal deals promo promos promotion promotions promocion ' +
    'promociones promocao campaign voucher product producto produto item',
  off: 'discount discounts descuento descuentos desconto dcto dto desc off savings saving ahorro rebaja rabatt korting',
  share: '% pct percent percentage percentual porcentaje porcentagem perc prozent porciento',
  back: 'cashback reintegro reintegros reembolso devolucion',
  benefit: 'benefit benefits beneficio beneficios vantagem',
  instalments: 'cuotas installments instalments parcelas msi csi mensualidades',
  free: 'sin interes intereses sem juros interest free no',
  count: 'numero number count cantidad quantidade',
  bound: 'tope topes cap max maximo maxima maximum limite teto',
  price: 'price precio preco preis prijs prix prezzo pret',
  // Of the price to pay, also by who pays it: members, students.
  now:
    'por after sale special especial current actual atual final deal now new nuevo novo discounted promocional descontado con com with ' +
    'offer oferta promo promotion promocion promocao rebajado rebajada reducido reduced remise scontato offerta ' +
    'socio socios member members miembro afiliado afiliados asociado associado club tarjeta card cartao carne convenio ' +
    'adherent adherents soci convenzionato ridotto student estudiante senior employee ermassigt mitglieder',
  // Of the price before the discount.
  before:
    'old original list regular normal before previous full retail was antes anterior msrp rrp lista strike market ' +
    'alter alt statt uvp ursprunglicher ancien barre initial originale listino pieno vechi intreg initiale',
  value: 'value valor amount monto importe total',
  money: 'money pesos reais dinero $',
  link: 'url link href enlace',
  // What a link shows or is for.
  shown:
    'affiliate afiliado click tracking source origen origin original web site page landing deep destination target direct shop',
  shop: 'merchant store shop tienda comercio seller vendor retailer supermercado loja brand marca restaurant restaurante venue',
  bank: 'bank banco banka issuer emisor entidad emissor',
  sort: 'category categories categoria categorias rubro',
  called: 'name names nombre nome title titulo slug display',
  prose: 'description descripcion descricao text texto details detail detalle summary resumen',
  place: 'comuna comunas ciudad ciudades city cities cidade cidades localidad localidades',
  branch: 'sucursal sucursales branch branches filial filiais',
  // "¿Qué ofrece?", "What we offer"
  gives: 'ofrece ofrecen ofrecemos offers oferece',
  asked: 'que what',
  kind: 'type tipo kind',
  gone: DELETION_WORDS,
  state: 'status state estado estatus stato statut situacion situacao',
  article: 'de del la el los las da do the of',
} as const

type WordClass = keyof typeof WORDS

const CLASSES = new Map<string, Set<WordClass>>()
for (const [name, words] of Object.entries(WORDS) as [WordClass, string][]) {
  for (const word of words.split(' '))
    CLASSES.set(word, (CLASSES.get(word) ?? new Set<WordClass>()).add(name))
}

interface Rule {
  role: Role
  /** The heading has a word of each of these classes. */
  needs: readonly WordClass[]
  /** Its other words are of these classes, or articles. */
  may: readonly WordClass[]
}

const RULES: readonly Rule[] = [
  { role: 'valid_until', needs: ['end'], may: ['day', 'valid', 'thing', 'off', 'price', 'now', 'benefit'] },
  {
    role: 'valid_from',
    needs: ['start'],
    may: ['day', 'valid', 'thing', 'off', 'price', 'now', 'benefit'],
  },
  { role: 'cap', needs: ['bound'], may: ['off', 'back', 'benefit', 'thing', 'value', 'money'] },
  { role: 'cashback', needs: ['back'], may: ['share', 'thing', 'value', 'money'] },
  { role: 'installments', needs: ['instalments'], may: ['free', 'count'] },
  { role: 'percentage', needs: ['share'], may: ['off', 'thing', 'value'] },
  { role: 'price', needs: ['price'], may: ['now', 'thing', 'off', 'value', 'money'] },
  { role: 'kind', needs: ['kind'], may: [] },
  { role: 'kind', needs: ['kind', 'off'], may: [] },
  { role: 'kind', needs: ['kind', 'thing'], may: [] },
  { role: 'kind', needs: ['kind', 'benefit'], may: [] },
  { role: 'status', needs: ['state', 'thing'], may: [] },
  { role: 'status', needs: ['state', 'off'], may: [] },
  { role: 'status', needs: ['gone'], may: ['day', 'thing'] },
  { role: 'amount', needs: ['off', 'money'], may: ['value', 'thing'] },
  { role: 'benefit', needs: ['off'], may: ['value', 'thing', 'prose', 'benefit', 'called'] },
  { role: 'benefit', needs: ['benefit'], may: ['value', 'thing', 'prose'] },
  { role: 'benefit', needs: ['back'], may: ['prose', 'value'] },
  { role: 'benefit', needs: ['instalments'], may: ['free'] },
  { role: 'benefit', needs: ['value'], may: ['thing'] },
  { role: 'url', needs: ['link'], may: ['shown', 'thing', 'shop', 'benefit'] },
  { role: 'title', needs: ['thing', 'called'], may: [] },
  { role: 'description', needs: ['thing', 'prose'], may: [] },
  { role: 'merchant', needs: ['shop'], may: ['called'] },
  { role: 'issuer', needs: ['bank'], may: ['called'] },
  { role: 'comunas', needs: ['place', 'branch'], may: [] },
  { role: 'title', needs: ['asked', 'gives'], may: [] },
  { role: 'category', needs: ['sort'], may: ['called', 'thing'] },
]

/**
 * Whether a heading means the price before a discount, which is never the price paid: `preco_de`, `originalPrice`.
 * @param key as for `rolesByGrammar`
 */
export function isOldPrice(key: string): boolean {
  const words = key.split(' ')
  // In Brazil, an offer is "de R$ 100 por R$ 80".
  const isOld = words.some((word) => isOf(word, 'before')) || words.at(-1) === 'de'
  return key === 'oldprice' || (isOld && words.some((word) => isOf(word, 'price') || isOf(word, 'value')))
}

/**
 * Whether a heading of a price says that it is the price to pay: `discounted_price`, `precio con descuento`.
 * @param key as for `rolesByGrammar`
 */
export function isReducedPrice(key: string): boolean {
  // "Price after" alone is the price of later months.
  return key.split(' ').some((word) => (isOf(word, 'now') && word !== 'after') || isOf(word, 'off'))
}

/**
 * The roles of a heading, in the order of `RULES`; a role may be there twice.
 * @param key folded words, joined by blanks, as `headingKey` of heading-list.ts makes them
 */
export function rolesByGrammar(key: string): Role[] {
  const words = key.split(' ').filter((word) => !isCurrency(word))
  if (words.length === 0 || words.length > MAX_WORDS) return []
  return RULES.filter(({ needs, may }) => {
    const isNeeded = (name: WordClass) => words.some((word) => isOf(word, name))
    const isKnown = (word: string) => [...needs, ...may, 'article' as const].some((name) => isOf(word, name))
    return needs.every(isNeeded) && words.every(isKnown)
  }).map(({ role }) => role)
}

/** Longer headings are sentences. */
const MAX_WORDS = 6

function isOf(word: string, name: WordClass): boolean {
  return CLASSES.get(word)?.has(name) ?? false
}

/** Currencies do not matter for the role: `tope_ars` is a cap. */
function isCurrency(word: string): boolean {
  return word.length === 3 && CURRENCY_CODES.has(word.toUpperCase())
}
