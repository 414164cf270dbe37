// The words of benefits in Spanish, English and Portuguese, by their effect on a value, and the words for numbers. Words
// that are missing here (things, shops, cards) have no effect.

/** Folded phrases; a hyphen within one counts as a blank. */
const PHRASES = [
  /** Taken off. */
  [
    'off',
    'descuento|descuentos|dcto|dctos|dto|dtos|desc|dscto|desconto|descontos|off|discount|discounts|rebaja|' +
      'rebajas|ahorro|ahorros|savings|less|menos|abatimento|reduccion del precio',
  ],
  ['save', 'save|saves|ahorra|ahorras|ahorre|ahorrar|ahorrando|economize|economiza|poupe|poupa|descontamos'],
  /** Given back. */
  [
    'back',
    'cashback|cash back|money back|back|reintegro|reintegros|reembolso|reembolsos|devolucion|devoluciones|de volta|' +
      'de vuelta|dinheiro de volta|dinero de vuelta|bonificacion|bonificaciones|abono|rebate|estorno',
  ],
  /** Something to get, win or collect, neither a price nor a discount. */
  [
    'trap',
    'gift|gifts|giftcard|regalo|regalos|regala|regalamos|obsequio|obsequios|brinde|brindes|presente|' +
      'presentes|free|gratis|gratuito|gratuita|gratuitos|gratuitas|bonus|bono|bonos|bonificado|bonificada|' +
      'prize|prizes|premio|premios|win|wins|gana|ganas|ganar|gane|ganate|ganha|ganhe|ganhar|sorteo|sorteos|' +
      'sorteio|sorteios|sortea|sorteamos|raffle|giveaway|concurso|participa|participas|participe|points|puntos|' +
      'pontos|miles|millas|milhas|bet|bets|wager|apuesta|apuestas|aposta|apostas|sin costo|sin cargo|sin coste|' +
      'no cost|sem custo|sin descuento|no discount|sem desconto|without discount|y mas de|concorra|concorre|' +
      'lottery|jackpot|ruleta|roleta|roulette|scratch|raspadinha|statement credit|store credit|monedero|in credit|' +
      'in credits',
  ],
  /** They make a figure uncertain, or a figure of something else. Alone they do not state a value. */
  [
    'vague',
    'double|doble|dobro|duplica|duplicamos|triple|triplica|triplo|half|mitad|metade|interes|intereses|juros|' +
      'interest|apr|tna|tea|tae|cae|tasa|taxa|guarantee|guaranteed|garantia|garantizado|spin|chance|could|' +
      'might|podrias|suerte|aprox|aproximadamente|aproximado|approx|approximately|roughly|promedio|average|' +
      'prom|averaging|em media|varan|o un|o una|or a|or an|or one|or the|ou um|ou uma|odds',
  ],
  /** Means to reduce a price. The price of a voucher is not the price of the offer. */
  [
    'voucher',
    'voucher|vouchers|vale|vales|cupon|cupones|coupon|coupons|cupom|cupons|credito de|credito por|credito a|' +
      'un credito|credit of|credit for|crediticio|deposito|deposit|reward|rewards|recompensa|recompensas',
  ],
  [
    'ordinal',
    'each additional|every additional|cada adicional|additional item|additional items|unidad adicional|' +
      'producto adicional|item adicional|unidade adicional|segunda|segundo|second|tercera|tercer|tercero|terceira|terceiro|third|cuarta unidad|quarta unidade|fourth|' +
      'otra unidad|outra unidade|siguiente unidad|next item',
  ],
  /** Right before a figure they make it a bound. */
  [
    'bound',
    'hasta|up to|up tp|upto|ate|desde|from|a partir de|starting at|starting from|as low as|as much as|al menos|' +
      'at least|pelo menos|no minimo|mas de|mais de|mas del|more than|less than|fewer than|menos de|menos del|' +
      'menos que|under|below|casi|almost|nearly|quase|cerca de|about|around|alrededor de|entre|between|minimo|' +
      'minima|minimum|min|plus|mas|mais|otro|otra|otros|another|outro|outra|bis|bis zu|jusqu|fino|tot|opp|til|' +
      'no mas de|no more than|por cada|cada|every|tambien|also|igual a|casi un|de hasta|de ate|not|no hay|nao ha|' +
      'sin|sem|without|never|nunca|mind|mindestens|ca|circa|etwa|avg|az',
  ],
  /** Right after a figure they make it a bound. */
  [
    'more',
    'or more|o mas|ou mais|or less|o menos|ou menos|and up|or above|and above|or higher|o superior|ou superior|y mas|' +
      'e mais|and more|or greater',
  ],
  /** They introduce a minimum purchase. */
  [
    'purchase',
    'compra|compras|consumo|consumos|order|orders|pedido|pedidos|purchase|purchases|spend|spending|spends|gasta|' +
      'gastas|gastar|gastando|gaste|gasto|gastos|boleta|boletas|factura|facturas|ticket|tickets|transaccion|' +
      'transacciones|checkout|carrito|cart|basket|montos|monto|importe|importes|subtotal|priced|reserva|reservas|' +
      'booking|bookings|stay|stays|estadia|estadias|reservation|reservations',
  ],
  [
    'above',
    'sobre|over|above|acima de|mayor a|mayores a|mayor que|mayores que|igual o superior a|maior que|maiores que|' +
      'superior|superiores|mayores de|mayor de|maiores de',
  ],
  /** A former price, or a worth. */
  [
    'reference',
    'valor normal|precio normal|precio regular|precio lista|precio de lista|precio anterior|antes|was|regular price|' +
      'regularly|normally|originally|original price|list price|worth|valued at|valorado en|valorada en|avaliado em|' +
      'preco normal|preco original|valor|equivalente a|equivale a|reg',
  ],
  [
    'price',
    'por|a|for|at|por solo|a solo|por apenas|apenas|por tan solo|a tan solo|for only|for just|at only|only|just|solo|' +
      'precio|precio fijo|precio especial|precio promocional|precio promo|al precio de|for the price of|pelo preco de|preco|preco especial|price|' +
      'fixed price|special price|ahora|agora|now|now only|agora por|ahora a|pagas|pagas solo|solo pagas',
  ],
  [
    'cap',
    'tope|topes|cap|caps|capped at|teto|limite|limit|maximo|maxima|max|maximum|descuento maximo|desconto maximo|' +
      'reintegro maximo|devolucion maxima|limitado ao valor de|limitado al valor de|limitado a|limitada a|limited to|tope de hasta|cashback maximo',
  ],
  [
    'noCap',
    'sin tope|sin topes|no cap|sem limite|sin limite|no limit|sem teto|unlimited|ilimitado|ilimitada|sin limites|' +
      'sem limites|sin tope de reintegro|sin tope de descuento|sin tope de devolucion|without limit|uncapped',
  ],
  [
    'instalments',
    'cuotas|cuota|parcelas|parcela|pagos|mensualidades|installments|instalments|payments|pagamentos|prestaciones|' +
      'prestacoes|vezes|meses',
  ],
  [
    'interestFree',
    'sin interes|sin intereses|sem juros|without interest|interest free|no interest|s interes|libres de intereses|' +
      'cero interes|zero juros|sin recargo ni interes',
  ],
  ['csi', 'csi|msi'],
  [
    'monthly',
    'mensuales|mensual|mensais|mensal|fijas|fixas|iguales|iguais|monthly|semanal|semanales|diario|anual|weekly',
  ],
  [
    'unit',
    'litro|litros|lt|lts|liter|liters|litre|litres|gallon|gallons|galon|galones|galao|kg|kilo|kilos|quilo|gramo|gramos|' +
      'g|ml|l|cc|metro|metros|m|cm|lb|lbs|pound|ounce|oz|unidad|unidade|unit|persona|pessoa|person|noche|noite|night|hora|' +
      'hour|hr|pareja|couple|porcion|item|producto|pieza|peca|cabeza|head|pp|u|uno|una',
  ],
  [
    'period',
    'dia|day|semana|sem|week|mes|month|mo|mois|ano|year|cuenta|account|usuario|user|cliente|customer|tarjeta|card|cartao|' +
      'compra|transaccion|transaction|operacion|cpf|rut|dni|titular|promocion|evento|resumen',
  ],
  [
    'count',
    'noches|nights|noites|personas|people|pessoas|persons|adultos|adults|anos|years|dias|days|unidades|units|' +
      'productos|products|produtos|items|itens|articulos|artigos|piezas|pecas|usos|horas|hours|hs|hrs|locales|' +
      'sucursales|tiendas|stores|branches|lojas|locations|cupos|entradas por persona|vez|veces|prendas|asistentes|' +
      'transactions|customers|clientes|comensales|pasajeros|invitados|plazas',
  ],
  [
    'codeLead',
    'codigo|code|codigo promocional|promo code|promocode|coupon code|clave|codigo de descuento|discount code',
  ],
  [
    'bogo',
    'bogo|bogo free|two for one|dos por uno|dois por um|two for the price of one|dos al precio de uno|buy one get one|buy one get one free',
  ],
  ['halfPrice', 'half off|half price|mitad de precio|metade do preco|mitad del precio'],
  [
    'buy',
    'buy|compra|compre|lleva|lleve|llevas|llevate|llevando|leve|leva|levando|take|comprando|pide|pides|beli|' +
      'achetez|kaufe',
  ],
  ['pay', 'pay|paga|pague|pagas|pagando|pagas solo|paga solo'],
  ['get', 'get|lleva|lleve|llevas|llevate|leve|leva|recibe|ganhe|obten'],
  /** Phrases without effect, though they hold a word with one. */
  [
    'idle',
    'segunda quincena|segunda semana|otros descuentos|otras descuentos|other discounts|outros descontos|back to|' +
      'miles de|segunda feira|segunda a sexta|segunda a quinta|segunda a domingo|segunda a sabado|segunda e|' +
      'toda segunda|tarjetas de descuento|second hand|segunda mano|programa de puntos|each day|cada dia|' +
      'cada semana|cada mes|a mas|no minimum|sin minimo',
  ],
  /** Between a figure and the word that gives its meaning. */
  [
    'link',
    'un|una|el|la|los|las|del|de|al|an|the|of|um|uma|do|da|dos|das|extra|adicional|additional|flat|tan|instant|' +
      'directo|inmediato|a|em|en|in|total',
  ],
  ['skip', 'o|os|as|con|with|com|tu|su|your|get|no|na|to|solo|only|just|apenas|seu|sua|nos|nas'],
] as const satisfies readonly (readonly [string, string])[]

export type WordClass = (typeof PHRASES)[number][0]

const CLASSES = new Map<string, Set<WordClass>>()
for (const [name, phrases] of PHRASES) {
  for (const phrase of phrases.split('|')) {
    CLASSES.set(phrase, (CLASSES.get(phrase) ?? new Set<WordClass>()).add(name))
  }
}

export const LONGEST_PHRASE = Math.max(...Array.from(CLASSES.keys(), (phrase) => phrase.split(' ').length))

/** The first words of phrases. */
export const BEGINNINGS: ReadonlySet<string> = new Set(
  Array.from(CLASSES.keys()).flatMap((phrase) =>
    phrase.includes(' ') ? [phrase.split(' ', 1)[0] ?? ''] : [],
  ),
)

const NONE: ReadonlySet<WordClass> = new Set()

/** The classes of a folded phrase; none if it is unknown. */
export function classesOf(phrase: string): ReadonlySet<WordClass> {
  return CLASSES.get(phrase) ?? NONE
}

/** Numbers of pieces that people write as words. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...numbered('uno dos tres cuatro cinco seis'),
  ...numbered('one two three four five six'),
  ...numbered('um dois tres quatro cinco seis'),
  ['una', 1],
  ['un', 1],
  ['uma', 1],
  ['duas', 2],
])

function numbered(words: string): [string, number][] {
  return words.split(' ').map((word, index): [string, number] => [word, index + 1])
}
