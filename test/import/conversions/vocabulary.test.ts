// Every word of benefits in a sentence in which it matters: without the word, the sentence has another meaning.

import t from 'tap'
import { saysNoCap } from '../../../import/conversions/benefit/read-benefit.ts'
import { PHRASES } from '../../../import/conversions/benefit/vocabulary.ts'
import { readIn } from './read-in.ts'

/** The value that is read, or why there is none; `{}` stands for the word. */
const SENTENCES: readonly (readonly [sentence: string, read: string, words: string])[] = [
  ['20% {}', 'percentage 20', 'descuento|descuentos|dcto|dctos|dto|dtos|desc|dscto|desconto|descontos|off|discount|discounts|rebaja|rebajas|ahorro|ahorros|savings|less|menos|abatimento|reduccion del precio'],
  ['{} 20%', 'percentage 20', 'save|saves|ahorra|ahorras|ahorre|ahorrar|ahorrando|economize|economiza|poupe|poupa|descontamos'],
  ['20% {}', 'cashback 20', 'cashback|cash back|money back|back|reintegro|reintegros|reembolso|reembolsos|devolucion|devoluciones|de volta|de vuelta|dinheiro de volta|dinero de vuelta|bonificacion|bonificaciones|abono|rebate|estorno'],
  ['20% off {}', 'says "{}"', 'gift|gifts|giftcard|regalo|regalos|regala|regalamos|obsequio|obsequios|brinde|brindes|presente|presentes|free|gratis|gratuito|gratuita|gratuitos|gratuitas|bonus|bono|bonos|bonificado|bonificada|prize|prizes|premio|premios|win|wins|gana|ganas|ganar|gane|ganate|ganha|ganhe|ganhar|sorteo|sorteos|sorteio|sorteios|sortea|sorteamos|raffle|giveaway|concurso|participa|participas|participe|points|puntos|pontos|miles|millas|milhas|bet|bets|wager|apuesta|apuestas|aposta|apostas|sin costo|sin cargo|sin coste|no cost|sem custo|sin descuento|no discount|sem desconto|without discount|y mas de|concorra|concorre|lottery|jackpot|ruleta|roleta|roulette|scratch|raspadinha|statement credit|store credit|in credit|in credits|double|doble|dobro|duplica|duplicamos|triple|triplica|triplo|half|mitad|metade|interes|intereses|juros|interest|apr|tna|tea|tae|cae|tasa|taxa|guarantee|guaranteed|garantia|garantizado|spin|chance|could|might|podrias|suerte|aprox|aproximadamente|aproximado|approx|approximately|roughly|promedio|average|averaging|em media|o un|o una|or a|or an|or the|ou um|ou uma|odds|each additional|every additional|cada adicional|additional item|additional items|unidad adicional|producto adicional|item adicional|unidade adicional|segunda|segundo|second|tercera|tercer|tercero|terceira|terceiro|third|cuarta unidad|quarta unidade|fourth|otra unidad|outra unidade|siguiente unidad|next item'],
  ['Menu for $9, {}', 'says "{}" as well', 'voucher|vouchers|vale|vales|cupon|cupones|coupon|coupons|cupom|cupons|credito de|credito por|credito a|un credito|credit of|credit for|crediticio|deposito|deposit|reward|rewards|recompensa|recompensas|promo code|coupon code|discount code'],
  ['{} 20% off', 'says "{}" before the figure', 'hasta|up to|upto|ate|desde|from|a partir de|starting at|starting from|as low as|as much as|al menos|at least|pelo menos|no minimo|mas de|mais de|mas del|more than|less than|fewer than|menos de|menos del|menos que|under|below|casi|almost|nearly|quase|cerca de|about|around|alrededor de|entre|between|minimo|minima|minimum|min|plus|mas|mais|otro|otra|otros|another|outro|outra|bis|bis zu|jusqu|fino|tot|opp|til|no mas de|no more than|por cada|cada|every|tambien|also|igual a|casi un|de hasta|de ate|not|no hay|nao ha|sin|sem|without|never|nunca'],
  ['20% off {}', 'goes on with "{}" after the value', 'or more|o mas|ou mais|or less|o menos|ou menos|and up|or above|and above|or higher|o superior|ou superior|y mas|e mais|and more|or greater'],
  ['10% off, {} $50', 'percentage 10', 'compra|compras|consumo|consumos|order|orders|pedido|pedidos|purchase|purchases|spend|spending|spends|gasta|gastas|gastar|gastando|gaste|gasto|gastos|boleta|boletas|factura|facturas|ticket|tickets|transaccion|transacciones|checkout|carrito|cart|basket|montos|monto|importe|importes|subtotal|priced|reserva|reservas|booking|bookings|stay|stays|estadia|estadias|reservation|reservations'],
  ['10% off {} $50', 'percentage 10', 'sobre|over|above|acima de|mayor a|mayores a|mayor que|mayores que|igual o superior a|maior que|maiores que|superior|superiores|mayores de|mayor de|maiores de'],
  ['{} $40, now $25', 'fixed_price 25 USD', 'valor normal|precio normal|precio regular|precio lista|precio de lista|precio anterior|antes|was|regular price|regularly|normally|originally|original price|list price|worth|valued at|valorado en|valorada en|avaliado em|preco normal|preco original|valor|equivalente a|equivale a|reg'],
  ['Menu {} $9', 'fixed_price 9 USD', 'por|a|for|at|apenas|only|just|solo|precio|precio fijo|precio especial|precio promocional|precio promo|preco|preco especial|price|ahora|agora|now|pagas|pagas solo'],
  ['De $10 {} $9', 'fixed_price 9 USD', 'por solo|a solo|por apenas|por tan solo|a tan solo|for only|for just|at only|al precio de|for the price of|pelo preco de|fixed price|special price|now only|agora por|ahora a|solo pagas'],
  ['20% off, {} $40', 'percentage 20, cap 40', 'tope|topes|cap|caps|capped at|teto|limite|limit|maximo|maxima|max|maximum|reintegro maximo|devolucion maxima|limitado ao valor de|limitado al valor de|limitado a|limitada a|limited to|tope de hasta|cashback maximo'],
  ['20% back, {} $40', 'cashback 20, cap 40', 'descuento maximo|desconto maximo'],
  ['6 {} sin interes', 'installments 6', 'cuotas|cuota|parcelas|parcela|pagos|mensualidades|installments|instalments|payments|pagamentos|prestaciones|prestacoes|vezes|meses'],
  ['6 cuotas {}', 'installments 6', 'sin interes|sin intereses|sem juros|without interest|interest free|no interest|s interes|libres de intereses|cero interes|zero juros|sin recargo ni interes'],
  ['6 {}', 'installments 6', 'csi|msi'],
  ['6 cuotas {} sin interes', 'installments 6', 'mensuales|mensual|mensais|mensal|fijas|fixas|iguales|iguais|monthly|semanal|semanales|diario|anual|weekly'],
  ['$5 off per {}', 'has an amount for each piece', 'litro|litros|lt|lts|liter|liters|litre|litres|gallon|gallons|galon|galones|galao|kg|kilo|kilos|quilo|gramo|gramos|g|ml|l|cc|metro|metros|m|cm|lb|lbs|pound|ounce|oz|unidad|unidade|unit|persona|pessoa|person|noche|noite|night|hora|hour|hr|pareja|couple|porcion|item|producto|pieza|peca|cabeza|head|pp|u|uno|una'],
  ['20% back, up to $15 per {}', 'cashback 20, cap 15', 'dia|day|semana|sem|week|mes|month|ano|year|cuenta|account|usuario|user|cliente|customer|tarjeta|card|cartao|compra|transaccion|transaction|operacion|cpf|rut|dni|titular|promocion|evento|resumen'],
  ['20% off 2 {}', 'percentage 20', 'noches|nights|noites|personas|people|pessoas|persons|adultos|adults|anos|years|dias|days|unidades|units|productos|products|produtos|items|itens|articulos|artigos|piezas|pecas|usos|locales|sucursales|tiendas|stores|branches|lojas|locations|cupos|entradas por persona|vez|veces|prendas|asistentes|transactions|customers|clientes|comensales|pasajeros|invitados|plazas'],
  ['20% off 48 {}', 'percentage 20', 'horas|hours|hs|hrs'],
  ['20% off, {} ABC123', 'percentage 20', 'codigo|code|codigo promocional|promocode|clave|codigo de descuento'],
  ['{}', 'multibuy 2', 'bogo|bogo free|buy one get one free'],
  ['hasta {}', 'says "hasta" before the figure', 'two for one|dos por uno|dois por um|two for the price of one|dos al precio de uno|buy one get one'],
  ['{}', 'percentage 50', 'half off|half price|mitad de precio|metade do preco|mitad del precio'],
  ['{} 3 paga 2', 'multibuy 1.5', 'buy|compra|compre|lleva|lleve|llevas|llevate|llevando|leve|leva|levando|take|comprando|pide|pides'],
  ['lleva 3 {} 2', 'multibuy 1.5', 'pay|paga|pague|pagas|pagando|pagas solo|paga solo'],
  ['compra 2 {} 3', 'says "compra"', 'get'],
  ['compra 2 {} 3', 'multibuy 1.5', 'lleva|lleve|llevas|llevate|leve|leva|recibe|ganhe|obten'],
  ['20% off {}', 'percentage 20', 'segunda quincena|segunda semana|back to|miles de|segunda feira|segunda a sexta|segunda a quinta|segunda a domingo|segunda a sabado|segunda e|toda segunda|second hand|segunda mano|programa de puntos'],
  ['Menu for $9, {}', 'fixed_price 9 USD', 'otros descuentos|otras descuentos|other discounts|outros descontos|tarjetas de descuento'],
  ['$5 off {}', 'amount 5 USD', 'each day|cada dia|cada semana|cada mes'],
  ['{} 20% off', 'percentage 20', 'a mas|no minimum|sin minimo'],
  ['20% {} off', 'percentage 20', 'un|una|el|la|los|las|del|de|al|an|the|of|um|uma|do|da|dos|das|extra|adicional|additional|flat|tan|instant|directo|inmediato|a|em|en|in|total'],
  ['hasta {} 20% off', 'says "hasta" before the figure', 'o|tu|your'],
  ['20% off orders {} $50', 'percentage 20', 'os|as|con|with|com|su|get|no|na|to|solo|only|just|apenas|seu|sua|nos|nas'],
] // biome-ignore format: a table

const NO_CAP =
  'sin tope|sin topes|no cap|sem limite|sin limite|no limit|sem teto|unlimited|ilimitado|ilimitada|sin limites|sem limites|sin tope de reintegro|sin tope de descuento|sin tope de devolucion|without limit|uncapped'

t.test('every word has its effect in its sentence', async (t) => {
  for (const [sentence, read, words] of SENTENCES) {
    for (const word of words.split('|')) {
      const text = sentence.replace('{}', word)
      t.equal(readIn(text), read.replace('{}', word), text)
    }
  }
})

t.test('every word for "no cap" is understood', async (t) => {
  for (const word of NO_CAP.split('|')) t.ok(saysNoCap(`${word}.`), word)
  for (const text of ['tope', '', 'sin tope en vinos', 'tope $5', 'hasta sin tope'])
    t.notOk(saysNoCap(text), text)
})

t.test('every word of the vocabulary is tested here', async (t) => {
  const here = new Set(
    [NO_CAP, ...SENTENCES.map(([, , words]) => words)].flatMap((words) => words.split('|')),
  )
  const known = PHRASES.flatMap(([, words]) => words.split('|'))
  t.strictSame(
    known.filter((word) => !here.has(word)),
    [],
  )
})
