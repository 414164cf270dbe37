// Texts of benefits, and what is read from each: a kind and a value, with a currency and a cap, or null. Most are traps: a
// figure that another word changes.

const CHILE = `
20% → percentage 20
20% de descuento → percentage 20
20 por ciento de descuento → percentage 20
Descuento: 10% → percentage 10
Ahorra 40% los martes → percentage 40
20% de descuento, tope $10.000 → percentage 20 cap 10000 CLP
30% de reintegro. Tope de reintegro: $8.000 → cashback 30 cap 8000 CLP
15% de descuento sin tope → percentage 15
A mitad de precio todos los miércoles → percentage 50
Cashback del 10% → cashback 10
$5.000 de descuento → amount 5000 CLP
10.000 pesos de descuento → amount 10000 CLP
US$ 12,50 de descuento → amount 12.5 USD
2x1 → multibuy 2
2 für 1 → multibuy 2
Lleva 3 y paga 2 → multibuy 1.5
6 cuotas sin interés → installments 6
18 meses sin intereses → installments 18
12 cuotas s/interés → installments 12
3 CSI los fines de semana → installments 3
9 MSI → installments 9
40% → percentage 40
40% Sin Tope → percentage 40
40%; dto. → percentage 40
40% tope $10.000 → percentage 40 cap 10000 CLP
30% dcto. Online → percentage 30
18% dcto. adicional → percentage 18
10% dcto adicional En Tienda Online → percentage 10
5% devolución → cashback 5
20% los lunes → percentage 20
20% de descuento lunes y martes, sin tope → percentage 20
20%; 20% de reintegro → cashback 20
20%OFF → percentage 20
¡20% dcto! → percentage 20
20 % DTO → percentage 20
Dcto. 20% → percentage 20
Extra 20% OFF → percentage 20
10.000 pesos dcto. → amount 10000 CLP
3x2 → multibuy 1.5
4 x 3 todos los días → multibuy 1.3333
9x8 → multibuy 1.125
2x1; tope $5.000 → multibuy 2 cap 5000 CLP
6 cuotas sin intereses online → installments 6
-20% → percentage 20
-20% de descuento → percentage 20
15% dcto. en toda la carta → null
hasta en un 20% → null
hasta:20% → null
hasta por 20% → null
20% o más → null
20% y más → null
$4.990 cada uno → null
$4.990 /u → null
$4.990 kg → null
$4.990 por porción → null
20% dcto. con tope de $ 15.000 por mes → null
30% de descuento, máximo de compra $50.000 → null
10% de descuento con compra mínima de $20.000 → null
20% de descuento hasta agotar stock → null
20% de descuento en tu 1ra compra → null
Zapatos y más: 30% de descuento → null
En tus compras $5.000 de descuento → null
Plan mensual a $ 19.990 → null
Dos por uno en helados → null
Sin interés en 6 cuotas → null
$5.000 de descuento en tu primera carga de gas de 15 kg → null
20 % de ahorro en toda la panadería → null
20% de descuento (hasta $5.000) → null
40% tope 10 → null
20% de descuento; 20% de reintegro → null
20%; 30% → null
20%; En tiendas adheridas → null
$ 5.000 → null
2x1 mar → null
20% tope $5.000, tope $8.000 → null
20% tope $5.000; 20% tope $8.000 → null
Hasta 40% Sin Tope → null
Desde 20% Sin Tope → null
Hasta; 25% dcto. → null
Hasta 30 Sin Tope → null
3 a 12 cuotas sin interés → null
3 o 6 cuotas sin interés → null
40% sin tope ni mínimo → null
1.000.000% dcto. → null
20%; dto.; sin tope; online; lunes; martes; jueves → null
Hasta 50% → null
Hasta un increíble 50% de descuento → null
Por $99.000 (precio desde) → null
Vuelos a $99.000 (a partir de) → null
Hasta 40% de descuento → null
Hasta un 30% de descuento en muebles → null
Descuento de hasta 20% → null
2 panes 1 → null
20% de descuento hasta el 31 de agosto de 2026 regalo → null
Ahorra hasta $20.000 → null
Desde 10% de descuento → null
Menú desde $4.990 → null
A partir de $9.990 → null
Descuentos entre 10% y 30% → null
10% a 20% de descuento → null
10-20% de descuento → null
Más de 20% de descuento → null
Al menos 15% de descuento → null
Cerca de 30% de descuento → null
Casi 50% de descuento → null
20% de descuento o más → null
20% de descuento y más → null
+20% de descuento → null
20%+ de descuento → null
Segunda unidad al 70% → null
2da unidad 70% de descuento → null
2ª unidad con 50% dcto. → null
50% de descuento en la segunda unidad → null
3er producto con 30% de descuento → null
$100 por litro → null
$100 de descuento por litro → null
$150 de devolución por litro de bencina → null
Almuerzo a $5.990 por persona → null
$500 de descuento por cada $10.000 → null
$50 de descuento c/u → null
Por $50.000 de compra llévate un regalo → null
Por compras de $50.000 → null
Compras sobre $50.000 participan en un sorteo → null
Gana $500.000 → null
Gana 20% de descuento → null
Participa por $1.000.000 → null
Bono de $20.000 → null
Cupón por $5.000 → null
Vale por $10.000 → null
Regalo de $5.000 → null
Acumula 20% más de puntos → null
2x puntos → null
2x1 en puntos → null
5.000 millas de bienvenida → null
Postre gratis o 10% de descuento → null
Entrada gratis o 20% de descuento → null
20% de descuento o un postre → null
20% de descuento y envío gratis → null
20% de descuento; 3 cuotas sin interés → null
20% de descuento en 3 cuotas → null
20% de descuento + 10% de reintegro → null
20% y 30% de descuento → null
20% (30% con tarjeta Oro) de descuento → null
3 y 6 cuotas sin interés → null
3, 6 y 12 cuotas sin interés → null
3-6-9-12 CSI → null
Hasta 12 cuotas sin interés → null
6 cuotas → null
1 cuota sin interés → null
12 cuotas con interés de 2% → null
Hasta 2x1 → null
2 pizzas por $9.990 → null
2 noches por $90.000 → null
4x4 → null
2x3 → null
3x0 → null
11x10 → null
2x1,5 m de tela → null
100% algodón → null
100% de garantía de devolución → null
Tasa de 1,5% mensual → null
Crédito al 2% de interés → null
0% de interés → null
$9.990 con descuento → null
Descuento en $9.990 → null
$10 mil de descuento → null
Descuento de $10 mil → null
Tope $10.000 → null
Descuento con tope $10.000 → null
Marisco al 20% → null
20% en restaurantes → null
101% de descuento → null
0% de descuento → null
Sin descuento: 20% → null
Doble descuento: 20% → null
20% de descuento aprox. → null
Descuento promedio de 20% → null
No hay 20% de descuento → null
Dos entradas por $9.000 → null
A solo $3.990 o $4.990 → null
Cuenta con $5.000 de saldo → null
Rs. 500 de descuento → null
kr 50 de descuento → null
¥500 de descuento → null
iPhone 15 con 20% de descuento → null
20% de descuento con 2 tarjetas distintas → null
20% de descuento los días 10 y 20, 2x1 los martes → null
Días 1, 15% de descuento y 30, 20% → null
20% de descuento: socio 2030 puntos → null
Descuento de 2027 puntos → null
$500 de descuento por saco de 15 kg → null
$500 de descuento por bolsa → null
$5.000 de descuento en 2 sacos de 15 kg → null
10% de descuento en arroz de 5 kg o más → null
12 cuotas precio contado o 24 con interés → null
Compra 1 y lleva 2 en oferta 50% → null
Compra 1 y lleva 2 en la segunda visita → null
20% de descuento con tope 2030 → null
CAE 25,3% → null
15% de descuento en 3 de cada 10 productos o $5.000 → null
25% menos azúcar → null
10% de descuento por cada amigo → null
20% de descuento, hasta $50.000 en premios → null
20% de descuento hasta $5.000 y 30% sobre $10.000 → null
15% dcto. en compras hasta $20.000 → null
$2.000 de descuento, hasta $10.000 → null
10% de descuento en cada unidad adicional → null
20% de descuento o hasta $5.000 → null
`

const UNITED_STATES = `
20% off → percentage 20
20% off, capped at $40 → percentage 20 cap 40 USD
20% off, no cap → percentage 20
Get $12 back → cashback 12 USD
$10 off → amount 10 USD
£5 off → amount 5 GBP
US $13.50 off → amount 13.5 USD
100 SEK off → amount 100 SEK
Buy one get one free → multibuy 2
BOGO → multibuy 2
6 interest-free installments → installments 6
Save $40 → amount 40 USD
Get 5% cashback → cashback 5
50% off → percentage 50
$5 off → amount 5 USD
Buy 2 get 1 free → multibuy 1.5
3 for 2 → multibuy 1.5
2-for-1 → multibuy 2
Half price → percentage 50
£5 off online → amount 5 GBP
20% Rabatt → percentage 20
20% de réduction → percentage 20
Get 15% off your first order → null
Half off cocktails → null
20% off (max $30) → null
20% off in store and online → null
10% cashback, max cashback $15 per month → null
10 USD off orders of 100 USD or more → null
Price: $19.90 → null
Buy one pair of jeans, get one free → null
10 installments interest free → null
Half price haircuts on Mondays → null
20% off up to $10 → null
100 off → null
20% all → null
20% off all → null
2 for 5 → null
Cashback $100 Ribu → null
Up to a chilling 50% off → null
Up to, yes, 50% off → null
Save up to an incredible 30% off → null
Save $2 lakh → null
Enjoy a 5% discount on site, or one complimentary bag → null
Up to 20% off → null
Save up to $200 → null
Save 15% or more → null
15% off or more → null
Save $50 or more → null
From $9.99 → null
Starting at $19 → null
As low as $5 → null
At least 10% off → null
Over 30% off → null
About 20% off → null
Between 10% and 20% off → null
10%-20% off → null
Second item half price → null
Second item 50% off → null
2nd item 40% off → null
Buy one, get one 50% off → null
Buy one get one half off → null
Buy 1 entree get 1 dessert free → null
Buy a combo get a combo 50% off → null
Buy any bike and get 20% off a helmet → null
$40 off per axle → null
BOGO 50% off → null
Free coffee or 10% off → null
FREE iced tea or 10% OFF → null
10% off or free shipping → null
10% off or a tote bag → null
Win a $500 voucher → null
Win 20% off → null
$250 bonus → null
Promo code ACTION for $250 bonus → null
Bet $5 for $1,000 in bonus bets → null
Get a €50 coupon → null
Voucher for $50 → null
Gift card worth $50 → null
$20 gift with purchase → null
$25 statement credit → null
Earn 5% in points → null
Earn 5x points → null
10,000 miles after $500 → null
On orders over $50 → null
Free shipping on orders over $35 → null
$5 off each → null
$0.10 off per gallon → null
$5 per person → null
$4 flagship pints → null
$7 wine, $4 beer → null
£25 bottomless brunch → null
3 for $10 → null
30-day money back guarantee → null
100% money back guarantee → null
0% APR for 12 months → null
5.99% interest → null
$9.99 a month → null
Internet for $30 per month → null
For $50 merchandise → null
Spend $50, earn $10 → null
20% off plus 5% cash back → null
20% off and 5% cash back → null
20% off + $10 off → null
~20% off → null
20% off your 2 favorites → null
$10k off → null
$25.00035 off → null
24/7 support → null
.5% off → null
Not 20% off → null
Spin for 20% off → null
Average savings of $500 → null
Two tickets for $40 → null
Promo code HAPPY for $250 → null
$2 off beer, buy-one-get-one wings → null
SAVE20 → null
Sale 50 → null
Double 20% off → null
$U 500 gift → null
BOGO free 50% → null
3 for the price of $2 → null
10% off for seniors 65 and over, 20% on Tuesdays → null
10% off orders 65 and over → null
$2 off per bottle → null
Extra 10% off sale items that are already 30% off → null
Rated 98% by customers → null
$1 donated for each purchase → null
25% less sugar → null
10% off for every referral → null
5% off each additional item → null
20% off shoes, up to $50 off bags → null
10% off, up to $2k → null
bis zu 20% off → null
Jusqu'à 50% off → null
fino al 20% off → null
скидка 20% → null
до 20% off → null
20% 할인 → null
最大20% off → null
20 % zniżki → null
`

const BRAZIL = `
20% de desconto → percentage 20
20% de desconto de segunda a sexta → percentage 20
20% de desconto sem limite → percentage 20
Metade do preço às terças → percentage 50
5% de cashback → cashback 5
R$ 20 de volta → cashback 20 BRL
R$ 15 de desconto → amount 15 BRL
Leve 3 pague 2 → multibuy 1.5
12x sem juros → installments 12
10 parcelas sem juros → installments 10
Desconto de 10% → percentage 10
10% de volta → cashback 10
Desconto de 15% em toda a loja → null
20% de desconto, limite de R$ 30 → null
20% de desconto com o cupom INVERNO20 → null
De R$ 100 por R$ 80 → null
Ganhe 20% de desconto no seu próximo corte de cabelo → null
Leve 3 pelo preço de 2 → null
Até 50% de desconto → null
Descontos de até 30% → null
A partir de R$ 19,90 → null
Economize até R$ 100 → null
Mais de 20% de desconto → null
Pelo menos 10% de desconto → null
20% de desconto ou mais → null
20% de desconto ou frete grátis → null
20% de desconto e brinde → null
Segunda unidade com 50% de desconto → null
50% de desconto na segunda peça → null
R$ 0,20 de desconto por litro → null
R$ 10 por pessoa → null
Ganhe R$ 50 → null
Concorra a R$ 1.000 no sorteio → null
Cupom por R$ 10 → null
Vale de R$ 20 → null
5.000 pontos de bônus → null
10% de volta em pontos → null
Em até 12x sem juros → null
3 ou 6 parcelas sem juros → null
12 parcelas com juros de 1% → null
12x de R$ 50 → null
Frete grátis acima de R$ 99 → null
Compras acima de R$ 200 → null
10% + 5% de desconto → null
Dobro de milhas em 20% das compras → null
R$ 5 mil de desconto → null
Taxa de 2% → null
2 por R$ 10 → null
Ganhe até 20% de desconto → null
Ganhe 20% de bônus → null
Ganhe 20% a mais → null
Ganhe 20% de desconto na segunda peça → null
Compre 1 e leve 2 em dobro → null
Compre 1 e leve 2 em 10x sem juros → null
R$ 5 de desconto por pacote → null
Rendimento de 110% do CDI → null
10% de desconto em cada unidade adicional → null
10% de desconto, até R$ 50 em brindes → null
`

export interface BenefitText {
  text: string
  /** `percentage 20`, `amount 5000 CLP`, `percentage 20 cap 10000 CLP`, or `null`. */
  expected: string
}

function rows(table: string): BenefitText[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', expected = ''] = line.split(' → ')
      return { text, expected }
    })
}

/** By the way in which a country writes numbers. */
export const BENEFIT_TEXTS = [
  { style: { decimal: ',', currency: 'CLP' }, rows: rows(CHILE) },
  { style: { decimal: '.', currency: 'USD' }, rows: rows(UNITED_STATES) },
  { style: { decimal: ',', currency: 'BRL' }, rows: rows(BRAZIL) },
] as const
