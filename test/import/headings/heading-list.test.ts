// Headings that people use: each keeps its role, in any spelling.

import t from 'tap'
import { isOldPrice, rolesByGrammar } from '../../../import/headings/heading-grammar.ts'
import { isHeading, roleOf, rolesOf } from '../../../import/headings/heading-list.ts'

const HEADINGS: readonly [role: string, headings: string][] = [
  [
    'ref',
    'id, ref, referencia, codigo oferta, codigo, numero, nro, nº, no, num, folio, key, offer id, promotion id, promo id, id oferta, id promocion, codigo interno, uid, uuid, sku, cod, coupon id, deal id, identificador',
  ],
  [
    'issuer',
    'issuer, emisor, emissor, banco, bank, bank name, institucion, institution, instituicao, entidad, entidade, emisora, empresa emisora, programa, advertiser, anunciante, advertiser name, campaign, campana, municipalidad, municipio emisor, organizacion, organismo, provider, proveedor, quien ofrece',
  ],
  [
    'title',
    'titulo, title, oferta, offer, promocion, promotion, promo, promocao, deal, headline, mensaje, mensagem, message, nombre oferta, nombre promocion, offer title, offer name, titulo oferta, nombre beneficio, titulo beneficio, titulo promocion, nombre descuento, titulo descuento, promotion name, promotion title, deal title, deal name, encabezado, nome da oferta, name of offer, long title',
  ],
  ['name', 'nombre, name, nome, producto, product, produto, articulo, item, product name, nombre producto'],
  [
    'category',
    'categoria, category, rubro, rubros, categorias, categories, sector, segmento, tipo de comercio, giro, industria, industry, vertical, familia, ramo, rubro comercio',
  ],
  [
    'comunas',
    'comuna, comunas, comuna s, comunas donde aplica, comunas adheridas, comunas participantes, ciudad, ciudades, city, cities, cidade, cidades, localidad, localidades, municipio, municipios, commune, communes, neighborhood name, neighborhood, neighbourhood, barrio, bairro, location, locations, district, distrito, town',
  ],
  [
    'merchant',
    'comercio, comercios, comercio adherido, merchant, merchant name, tienda, tiendas, store, store name, shop, local, establecimiento, estabelecimento, loja, lojas, negocio, marca, brand, restaurant, restaurante, comerciante, venue, aliado, partner, empresa, socio, donde, nombre comercio, nombre tienda, nombre local, nombre establecimiento, nombre empresa',
  ],
  [
    'url',
    'url, link, enlace, web, sitio web, website, site, pagina, pagina web, landing page, landing, deeplink, destination, mas informacion, direccion web, sitio',
  ],
  [
    'weekdays',
    'dias, dia, days, day, weekdays, weekday, dias de la semana, dia de la semana, promotion days, dias validos, dias de vigencia, days of week, day of week, dias aplicables, dias da semana, dia s, dias promocion, que dias, valid days',
  ],
  ['valid_from', 'desde, inicio, from, start, starts, begin, begins, start date, valid from, inicia'],
  [
    'valid_until',
    'hasta, fin, until, end, ends, termino, vencimiento, caducidad, ate, expires, expiry, expiration, end date, valid until, valid to, vence, finaliza, to',
  ],
  [
    'period',
    'vigencia, validez, periodo, validity, period, validade, vigencia promocion, fechas, dates, effective dates, plazo, duracion, valid dates, periodo de vigencia',
  ],
  [
    'benefit',
    'beneficio, benefit, beneficios, descuento, discount, desconto, dcto, dto, benefit summary, resumen beneficio, detalle beneficio, beneficio descuento, deal details, savings, ahorro, descripcion beneficio, oferta beneficio, resumen, rebaja, vantagem, beneficio ofrecido, offer value, valor descuento',
  ],
  [
    'description',
    'descripcion, description, descripcion oferta, descripcion promocion, descripcion del beneficio, convenio, convenios, descripcion convenio, descripcion descuento, detalle, detalles, detalle oferta, details, offer description, descricao, descricao da oferta, detalhes',
  ],
  [
    'kind',
    'tipo beneficio, benefit type, tipo descuento, discount type, tipo promocion, offer type, promotion type, kind, benefit kind, voucher type',
  ],
  ['cashback', 'cashback, cash back, reintegro'],
  ['installments', 'cuotas, installments, parcelas, cuotas sin interes, meses sin intereses'],
  [
    'percentage',
    'porcentaje, percentage, percent, porcentagem, percentual, pct, %, percent off, discount percentage',
  ],
  [
    'amount',
    'monto descuento, amount off, money off, money off amount, discount amount, valor do desconto, monto beneficio, monto, amount',
  ],
  ['price', 'valor oferta, precio, price, preco'],
  ['cap', 'tope, cap, maximo, maximum, limite, teto, tope mensual, tope por transaccion, caps and minimums'],
]

const WITHOUT_ROLE =
  'type, status, code, terms, conditions, condiciones, description, descripcion, image, imagen, regions, exclusive, date added, direccion, address, time, rating, observaciones, bases legales, link type, keywords'

const WITHIN =
  'attributes, data, fields, node, source, item, record, oferta, offer, promocion, promotion, promo, deal, beneficio, benefit'

t.test('headings that people use are known', async (t) => {
  for (const [role, headings] of HEADINGS) {
    for (const heading of headings.split(', ')) {
      t.equal(roleOf(heading)?.role, role, heading)
      t.equal(roleOf(heading.toUpperCase())?.role, role, heading)
    }
  }
})

t.test('the likelier heading comes first in a role', async (t) => {
  for (const [role, headings] of HEADINGS) {
    const ranks = headings.split(', ').map((heading) => roleOf(heading)?.rank ?? -1)
    t.strictSame(
      ranks,
      ranks.toSorted((a, b) => a - b),
      role,
    )
  }
})

t.test('headings without a role are headings', async (t) => {
  for (const word of WITHOUT_ROLE.split(', ')) t.equal(isHeading(word), true, word)
  for (const word of ['Los Olmos', '20%', '1', '']) t.equal(isHeading(word), false, word)
})

t.test('members of an object that stands for the offer describe the offer', async (t) => {
  for (const name of WITHIN.split(', ')) t.match(rolesOf(`/${name}/sku`), [{ role: 'ref' }], name)
  t.strictSame(rolesOf('/autor/sku'), [])
})
/** Headings in which one word decides the role: `_` is that word. */
const GRAMMAR: readonly [heading: string, role: string | undefined, words: string][] = [
  [
    'offer _',
    'valid_until',
    'expires expiry expired expiration expire expira expiracion expiracao until till through thru hasta ate vence vencimiento vencimento caducidad caduca caduce fin fim end ends ended ending termino termina finaliza tot bis ablauf off to',
  ],
  [
    'offer _',
    'valid_from',
    'start starts started starting from begin begins since desde inicio inicia comienzo comeca vanaf ab von',
  ],
  ['expires _', 'valid_until', 'date dates day fecha fechas data dia datum dt at on ultimo last'],
  [
    'expires _',
    'valid_until',
    'valid validity valido valida vigencia vigente vigent validade validez geldig gueltig gultig',
  ],
  [
    '_ value',
    'benefit',
    'offer offers oferta ofertas coupon coupons cupon cupones cupom deal deals promo promos promotion promotions promocion promociones promocao campaign voucher product producto produto item',
  ],
  [
    '_ value',
    'benefit',
    'discount discounts descuento descuentos desconto dcto dto desc off savings saving ahorro rebaja rabatt korting',
  ],
  [
    'discount _',
    'percentage',
    '% pct percent percentage percentual porcentaje porcentagem perc prozent porciento',
  ],
  ['_ value', 'cashback', 'cashback reintegro reintegros reembolso devolucion'],
  ['_ value', 'benefit', 'benefit benefits beneficio beneficios vantagem'],
  ['_ count', 'installments', 'cuotas installments instalments parcelas msi csi mensualidades'],
  ['cuotas _', 'installments', 'sin interes intereses sem juros interest free no'],
  ['cuotas _', 'installments', 'numero number count cantidad quantidade'],
  ['_ value', 'cap', 'tope topes cap max maximo maxima maximum limite teto'],
  ['_ now', 'price', 'price precio preco preis prijs prix'],
  [
    'price _',
    'price',
    'por sale special especial current actual atual final deal now new nuevo novo discounted promocional descontado con com with',
  ],
  [
    'price _',
    undefined,
    'old original list regular normal before previous full retail was antes anterior msrp rrp lista strike market',
  ],
  ['desconto _', 'benefit', 'value valor amount monto importe total'],
  ['price _', 'price', 'money pesos reais dinero $'],
  ['_ site', 'url', 'url link href enlace'],
  [
    'link _',
    'url',
    'affiliate afiliado click tracking source origen origin original web site page landing deep destination target direct shop',
  ],
  [
    '_ names',
    'merchant',
    'merchant store shop tienda comercio seller vendor retailer supermercado loja brand marca restaurant restaurante venue',
  ],
  ['_ names', 'issuer', 'bank banco banka issuer emisor entidad emissor'],
  ['_ names', 'category', 'category categories categoria categorias rubro'],
  ['deal _', 'title', 'name names nombre nome title titulo slug display'],
  [
    'cupon _',
    'description',
    'description descripcion descricao text texto details detail detalle summary resumen',
  ],
  ['_ deal', 'kind', 'type tipo kind'],
  ['discount _ value', 'benefit', 'de del la el los las da do the of'],
]

t.test('each word of the grammar is known', async (t) => {
  for (const [heading, role, words] of GRAMMAR) {
    for (const word of words.split(' '))
      t.equal(rolesOf(heading.replace('_', word))[0]?.role, role, heading.replace('_', word))
  }
  t.strictSame(rolesOf('discount zzz value'), [])
})

/** The needed and the optional words of each rule. */
const RULES: readonly [role: string, needs: string, may: string][] = [
  ['valid_until', 'expires', 'date validity offer discount price benefit'],
  ['valid_from', 'starts', 'date validity offer discount price benefit'],
  ['cap', 'max', 'discount cashback benefit offer value money'],
  ['cashback', 'cashback', 'pct offer value money'],
  ['installments', 'parcelas', 'juros numero'],
  ['percentage', 'pct discount', 'offer value'],
  ['price', 'price', 'sale offer discount value money'],
  ['kind', 'type discount', ''],
  ['kind', 'type offer', ''],
  ['kind', 'type benefit', ''],
  ['amount', 'discount money', 'value offer'],
  ['benefit', 'discount', 'value offer text benefit name'],
  ['benefit', 'benefit', 'value offer text'],
  ['benefit', 'cashback', 'text value'],
  ['benefit', 'parcelas', 'juros'],
  ['benefit', 'value', ''],
  ['benefit', 'offer value', ''],
  ['url', 'url', 'page offer seller benefit'],
  ['title', 'offer name', ''],
  ['description', 'offer text', ''],
  ['merchant', 'seller', 'name'],
  ['issuer', 'bank', 'name'],
  ['category', 'category', 'name'],
]

t.test('each rule accepts its needed and its optional words', async (t) => {
  for (const [role, needs, may] of RULES) {
    const isTaken = (key: string) => rolesByGrammar(key).some((each) => each === role)
    t.equal(isTaken(needs), true, `${role}: ${needs}`)
    for (const word of may.split(' ').filter(Boolean)) {
      t.equal(isTaken(`${needs} ${word}`), true, `${role}: ${needs} ${word}`)
      t.equal(isTaken(`${needs} ${word} zzz`), false, `${role}: ${needs} ${word} zzz`)
    }
  }
  t.strictSame(rolesByGrammar('expires expires expires expires expires expires'), ['valid_until'])
  t.strictSame(rolesByGrammar('expires expires expires expires expires expires expires'), [])
  t.strictSame(rolesByGrammar('max clp'), ['cap'])
  t.strictSame(rolesByGrammar('clp'), [])
  t.strictSame(rolesByGrammar('max clpx'), [])
})

t.test('words that mean the price before a discount', async (t) => {
  const cases: [key: string, expected: boolean][] = [
    ['oldprice', true],
    ['old price', true],
    ['old value', true],
    ['preco de', true],
    ['de preco', false],
    ['old', false],
    ['titulo de', false],
    ['price now', false],
  ]
  for (const [key, expected] of cases) t.equal(isOldPrice(key), expected, key)
})

t.test('what bounds a benefit is none', async (t) => {
  t.equal(roleOf('/limit/amount'), undefined)
  t.equal(roleOf('/benefit/amount')?.role, 'benefit')
})
