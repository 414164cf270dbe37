// What people call the kinds of benefits, in Spanish, English and Portuguese, and what we call them.

import type { BenefitKind } from '../../contract/offers/offer.ts'

/** By folded words. */
export const KIND_WORDS: ReadonlyMap<string, BenefitKind> = new Map(
  Object.entries<BenefitKind>({
    descuento: 'percentage',
    discount: 'percentage',
    desconto: 'percentage',
    porcentaje: 'percentage',
    percentage: 'percentage',
    reintegro: 'cashback',
    cashback: 'cashback',
    reembolso: 'cashback',
    devolucion: 'cashback',
    cuotas: 'installments',
    'cuotas sin interes': 'installments',
    'cuotas sin intereses': 'installments',
    'meses sin intereses': 'installments',
    parcelas: 'installments',
    '2x1': 'multibuy',
    bogo: 'multibuy',
    'precio fijo': 'fixed_price',
    'precio especial': 'fixed_price',
    'fixed price': 'fixed_price',
    beneficio: 'other',
    benefit: 'other',
    otro: 'other',
    otros: 'other',
    other: 'other',
    regalo: 'other',
    gift: 'other',
  }),
)
