// Roles of headings with known words, and headings that mean something else.

import t from 'tap'
import { roleOf, rolesOf } from '../../../import/headings/heading-list.ts'

t.test('headings are understood by their words, in any order and spelling', async (t) => {
  const cases: [role: string, headings: readonly string[]][] = [
    [
      'valid_until',
      [
        'expires_at',
        'expires_on',
        'validThrough',
        'priceValidUntil',
        'valid till',
        'coupon_expiry',
        'offer_end_date',
        'expiryDate',
        'ExpiredDate',
        'dateOff',
        'geldigTot',
        'gueltig_bis',
        'Fecha de vencimiento del cupón',
        'Data de validade até',
        'vigencia_hasta',
        'Fim da vigência',
      ],
    ],
    [
      'valid_from',
      ['starts_at', 'validFrom', 'Fecha de inicio', 'Início da validade', 'gueltig_ab', 'offer_start'],
    ],
    ['percentage', ['discount_pct', 'descuento_pct', '% Desc.', '% de descuento', 'Porcentaje de descuento']],
    ['cashback', ['reintegro_pct', 'cashbackPercent', 'cashback_amount']],
    ['installments', ['cuotas_sin_interes', 'Parcelas sem juros', 'Cantidad de cuotas']],
    [
      'cap',
      [
        'tope_ars',
        'maxBenefit',
        'Tope de reintegro',
        'max_discount_usd',
        'Desconto máximo',
        'Maximum discount',
      ],
    ],
    [
      'url',
      ['affiliate_url', 'affiliateLink', 'click_url', 'url_origen', 'Offer URL', 'source_url', 'link oferta'],
    ],
    [
      'price',
      ['preco_por', 'preco_brl', 'currentPrice', 'Precio oferta', 'sale_price', 'Precio con descuento'],
    ],
    ['benefit', ['discount_value', 'deal_value', 'discount_text']],
    ['kind', ['deal_type', 'offer_type', 'Tipo de oferta', 'tipo_beneficio']],
    ['title', ['coupon_title', 'deal_name', '¿Qué ofrece?', 'Qué ofrecen']],
    ['comunas', ['SUCURSALES / COMUNA', 'Comuna sucursal', 'Ciudad (sucursales)']],
    ['description', ['deal_description', 'promo_text']],
    ['merchant', ['store_slug', 'vendor', 'supermercado', 'seller_name']],
    ['issuer', ['banka', 'nombre_banco']],
    ['category', ['category_names', 'category_slug']],
  ]
  for (const [role, headings] of cases)
    for (const heading of headings) t.equal(roleOf(heading)?.role, role, heading)
})

t.test('an unknown word leaves a heading unknown', async (t) => {
  const headings = [
    'queda_pct',
    'image_url',
    'logo link',
    'created_at',
    'updatedAt',
    'Fecha de inicio del contrato',
    'price per night',
    'max_uses',
    'tax_percent',
    'minSpend',
    'vendor_rating',
    'free_shipping',
    'a long sentence that happens to mention an offer and its end',
    '',
    'USD',
  ]
  for (const heading of headings) t.strictSame(rolesOf(heading), [], heading)
})

t.test('the price before a discount is never the price', async (t) => {
  const headings = [
    'preco_de',
    'originalPrice',
    'oldprice',
    'old_price',
    'Precio normal',
    'list price',
    'Precio de lista',
    'price_before',
    'Precio anterior',
    'Valor normal',
  ]
  for (const heading of headings) t.strictSame(rolesOf(heading), [], heading)
  t.equal(roleOf('Precio de oferta')?.role, 'price')
})

t.test('members of an outer object describe another object', async (t) => {
  const cases: [pointer: string, role: string | undefined][] = [
    ['/shops/merchant', 'merchant'],
    ['/shops/category', 'category'],
    ['/shops/id', undefined],
    ['/stores/url', undefined],
    ['/discount/value', 'benefit'],
    ['/discount/type', 'kind'],
    ['/limit/amount', undefined],
    ['/benefit/amount', 'benefit'],
  ]
  for (const [pointer, role] of cases) t.equal(roleOf(pointer)?.role, role, pointer)
})
