// The roles that a column of a table can have: one row for each, from which all else about a role follows.

import type { FigureKind } from '../cells/value-words.ts'

/** What the cells of a column are read as. */
type Reader =
  | 'text'
  | 'name'
  | 'code'
  | 'places'
  | 'address'
  | 'weekdays'
  | 'day'
  | 'period'
  | 'status'
  /** Kinds of benefits. */
  | 'kind'
  /** A benefit in words. */
  | 'benefit'
  /** A value: a number alone is of the kind of the column. */
  | 'figure'
  /** A value whose form says it, such as 2x1: a number alone is not understood. */
  | 'form'
  /** A value that is tried after all others: next to a discount, it may be the price before it. */
  | 'price'
  /** An upper limit. */
  | 'money'

/** The answers of answers.ts that name a column. */
export type ColumnOption =
  | ('ref' | 'issuer' | 'title' | 'category' | 'comunas' | 'merchant' | 'url' | 'weekdays' | 'from' | 'until')
  | ('benefit' | 'value' | 'cap' | 'skipStatus')

interface RoleRow {
  /**
   * Headings in Spanish, English, Portuguese, German, French, Italian and Romanian, of days also in other languages, in small
   * letters and without accents. The likeliest comes first: if two columns fit, the heading that is listed earlier wins. A
   * heading that is listed twice has the role that is listed first.
   */
  headings: string
  /** Of the benefit whose value the cells state; null if they state none. */
  kind: FigureKind | null
  reader: Reader
  /** The answer that names the column; null if there is none. */
  option: ColumnOption | null
  /** What the option says of the column, behind "the column"; null if it says more than that, or there is no option. */
  words: string | null
  /** Whether an offer may lack it. */
  mayBeUnknown: boolean
  /** What an object must be for its member to have the role: anything, something published by its name, or the offer. */
  inObjects: 'anything' | 'name' | 'offer'
}

/** In the order in which the columns of values are read. */
const TABLE = {
  ref: {
    headings:
      'id, ref, referencia, codigo oferta, codigo, numero, nro, nº, no, num, folio, key, offer id, product id, promotion id, uid, uuid, sku, cod, identificador, upc, ean, gtin, asin, isbn, reference, nummer, nr, artikelnummer, identifiant, codice',
    kind: null,
    reader: 'code',
    option: 'ref',
    words: 'that identifies a row and stays the same from day to day',
    mayBeUnknown: false,
    inObjects: 'anything',
  },
  issuer: {
    headings:
      'issuer, emisor, emissor, banco, bank, bank name, institucion, institution, instituicao, entidad, entidade, emisora, empresa emisora, programa, advertiser, anunciante, advertiser name, campaign, campana, municipalidad, municipio emisor, organizacion, organismo, provider, proveedor, quien ofrece, anbieter, aussteller, banque, emetteur, emittente, fornitore, emitent, furnizor',
    kind: null,
    reader: 'name',
    option: 'issuer',
    words: null,
    mayBeUnknown: false,
    inObjects: 'name',
  },
  title: {
    headings:
      'titulo, title, oferta, offer, promocion, promotion, promo, promocao, deal, headline, mensaje, mensagem, message, nombre oferta, nombre promocion, offer title, offer name, titulo oferta, nombre beneficio, titulo beneficio, titulo promocion, nombre descuento, titulo descuento, promotion name, promotion title, deal title, deal name, encabezado, nome da oferta, name of offer, long title, titel, angebot, aktion, titre, offre, titolo, offerta, promozione, titlu, promotie',
    kind: null,
    reader: 'text',
    option: 'title',
    words: 'that says what is offered',
    mayBeUnknown: false,
    inObjects: 'anything',
  },
  name: {
    headings:
      'nombre, name, nome, producto, product, produto, articulo, article, item, product name, nombre producto, produkt, artikel, bezeichnung, produktname, produit, nom, libelle, designation, prodotto, nome prodotto, articolo, produs, nume, denumire, nume produs',
    kind: null,
    reader: 'text',
    option: null,
    words: null,
    mayBeUnknown: true,
    inObjects: 'anything',
  },
  category: {
    headings:
      'categoria, category, rubro, rubros, categorias, categories, sector, segmento, tipo de comercio, giro, industria, industry, vertical, familia, ramo, rubro comercio, kategorie, rubrik, warengruppe, categorie, rayon, rubrique, reparto, settore',
    kind: null,
    reader: 'name',
    option: 'category',
    words: 'of categories',
    mayBeUnknown: false,
    inObjects: 'name',
  },
  comunas: {
    headings:
      'comuna, comunas, comuna s, comunas donde aplica, comunas adheridas, comunas participantes, ciudad, ciudades, city, cities, cidade, cidades, localidad, localidades, municipio, municipios, commune, communes, neighborhood name, neighborhood, neighbourhood, barrio, bairro, location, locations, district, distrito, town, stadt, ort, ville, citta, comune, localita, oras, localitate',
    kind: null,
    reader: 'places',
    option: 'comunas',
    words: 'of comunas or other places',
    mayBeUnknown: true,
    inObjects: 'name',
  },
  merchant: {
    headings:
      'comercio, comercios, comercio adherido, merchant, merchant name, tienda, tiendas, store, store name, shop, local, establecimiento, estabelecimento, loja, lojas, negocio, marca, brand, restaurant, restaurante, comerciante, venue, aliado, partner, empresa, socio, donde, vendido por, sold by, seller, vendedor, nombre comercio, nombre tienda, nombre local, nombre establecimiento, nombre empresa, handler, geschaft, filiale, marke, magasin, enseigne, commercant, marque, negozio, esercente, marchio, magazin, comerciant',
    kind: null,
    reader: 'name',
    option: 'merchant',
    words: 'that says where the offer can be used',
    mayBeUnknown: true,
    inObjects: 'name',
  },
  url: {
    headings:
      'url, link, enlace, web, sitio web, website, site, pagina, pagina web, landing page, landing, deeplink, destination, mas informacion, direccion web, sitio, webseite, lien, site web, sito, sito web',
    kind: null,
    reader: 'address',
    option: 'url',
    words: 'of addresses',
    mayBeUnknown: true,
    inObjects: 'anything',
  },
  weekdays: {
    headings:
      'dias, dia, days, day, weekdays, weekday, dias de la semana, dia de la semana, promotion days, dias validos, dias de vigencia, days of week, day of week, dias aplicables, dias da semana, dia s, dias promocion, que dias, valid days, wochentage, wochentag, tage, jours, giorni, zile',
    kind: null,
    reader: 'weekdays',
    option: 'weekdays',
    words: 'of days of the week',
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  valid_from: {
    headings:
      'desde, inicio, from, start, starts, begin, begins, start date, valid from, inicia, gultig ab, gultig von, beginn, startdatum, debut, date de debut, inizio, data inizio, valido dal, inceput, data inceput, valabil de la, wazne od, wazny od, wazna od, obowiazuje od, plati od, platne od, platny od, platnost od, vrijedi od, vazi od, velja od, gilt ab, gilt von, geldig vanaf, geldig van, giltig fran, galler fran, gyldig fra, gælder fra, gjelder fra, voimassa alkaen, baslangıc, baslangıc tarihi, ervenyesseg kezdete, kezdete, valable du, valable a partir du',
    kind: null,
    reader: 'day',
    option: 'from',
    words: 'of first days',
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  valid_until: {
    headings:
      'hasta, fin, until, end, ends, deadline, termino, vencimiento, caducidad, ate, expires, expiry, expiration, end date, valid until, valid to, vence, finaliza, to, gultig bis, ende, enddatum, ablaufdatum, date de fin, date limite, jusqu au, valable jusqu au, scadenza, data scadenza, fine, data fine, valido fino al, data expirarii, valabil pana la, sfarsit, wazne do, wazny do, wazna do, obowiazuje do, plati do, platne do, platny do, platnost do, vrijedi do, vazi do, velja do, gilt bis, geldig tot, geldig t m, giltig till, galler till, gyldig til, gælder til, gjelder til, voimassa asti, paattyy, bitis, bitis tarihi, ervenyesseg vege, vege, valable au',
    kind: null,
    reader: 'day',
    option: 'until',
    words: 'of last days',
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  period: {
    headings:
      'vigencia, validez, periodo, validity, period, validade, vigencia promocion, fechas, dates, effective dates, promotion effective dates, plazo, duracion, valid dates, periodo de vigencia, valid, gultigkeit, laufzeit, zeitraum, validite, periode, validita, valabilitate, perioada',
    kind: null,
    reader: 'period',
    option: null,
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  benefit: {
    headings:
      'beneficio, benefit, beneficios, descuento, discount, desconto, dcto, dto, benefit summary, resumen beneficio, detalle beneficio, beneficio descuento, deal details, savings, ahorro, descripcion beneficio, oferta beneficio, resumen, rebaja, vantagem, beneficio ofrecido, offer value, valor descuento, rabatt, nachlass, remise, reduction, avantage, rabais, sconto, riduzione, reducere',
    kind: null,
    reader: 'benefit',
    option: 'benefit',
    words: 'that says the benefit in words, such as 20% off',
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  description: {
    headings:
      'descripcion, description, descripcion oferta, descripcion promocion, descripcion del beneficio, convenio, convenios, descripcion convenio, descripcion descuento, detalle, detalles, detalle oferta, details, offer description, descricao, descricao da oferta, detalhes, beschreibung, descrizione, dettagli, descriere, detalii',
    kind: null,
    reader: 'text',
    option: null,
    words: null,
    mayBeUnknown: true,
    inObjects: 'anything',
  },
  kind: {
    headings:
      'value type, discount value type, discount unit, value unit, simple action, reduction type, tipo valor, tipo beneficio, benefit type, tipo descuento, discount type, discount class, tipo promocion, offer type, promotion type, kind, benefit kind, voucher type, rabattart, angebotstyp, type de remise, type offre, tipo sconto, tipo offerta, tip reducere, tip oferta',
    kind: null,
    reader: 'kind',
    option: null,
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  percentage: {
    headings:
      'porcentaje, percentage, percent, porcentagem, percentual, pct, %, percent off, discount percentage, prozent, rabatt prozent, % rabatt, pourcentage, % remise, percentuale, % sconto, procent, % reducere',
    kind: 'percentage',
    reader: 'figure',
    option: 'value',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  cashback: {
    headings: 'cashback, cash back, reintegro',
    kind: 'cashback',
    reader: 'figure',
    option: 'value',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  multibuy: {
    headings:
      'multibuy, multi buy, multibuys, multibuy offer, multibuy deal, multi buy offer, nxm, n x m, promo nxm, lleva paga, lleva y paga, llevas pagas, llevas y pagas, leve pague, leve e pague',
    kind: 'multibuy',
    reader: 'form',
    option: 'value',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  installments: {
    headings: 'cuotas, installments, parcelas, cuotas sin interes, meses sin intereses',
    kind: 'installments',
    reader: 'figure',
    option: 'value',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  amount: {
    headings:
      'monto descuento, amount off, money off, money off amount, discount amount, valor do desconto, monto beneficio, monto, amount, betrag, rabattbetrag, montant, montant remise, importo, importo sconto, suma',
    kind: 'amount',
    reader: 'figure',
    option: 'value',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  price: {
    headings:
      'valor oferta, angebotspreis, aktionspreis, prix promo, prezzo offerta, prezzo scontato, pret redus, pret promotional, precio, price, preco, mitgliederpreis, preis, prix, prezzo, pret',
    kind: 'fixed_price',
    reader: 'price',
    option: 'value',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  cap: {
    headings:
      'tope, cap, maximo, maximum, limite, teto, tope mensual, tope por transaccion, caps and minimums, hochstbetrag, plafond, massimale, plafon',
    kind: null,
    reader: 'money',
    option: 'cap',
    words: 'with the upper limit of the benefit, in money',
    mayBeUnknown: true,
    inObjects: 'offer',
  },
  status: {
    headings:
      'status, estado, estatus, benefit status, in promotion, state, active, activo, activa, ativo, attivo, actif, aktiv, activ, is active, esta activo, enabled, is enabled, habilitado, vigente, disponible, available, is available, on offer, en oferta, is on offer, on sale, is on sale, on special, is on special, is valid, has offer, has deal, has discount, has promotion, published, is published, publish, publicar, mostrar, listing status, offer status, deal status, expired, is expired, expirado, vencido, caducado, inactive, is inactive, disabled, is disabled, inactivo, deleted, is deleted, eliminado, deleted at, archived, is archived, archived at, archivado, visible, is visible, hidden, is hidden, sold out, agotado, esgotado, draft, borrador, removed, closed, cancelled, cancelado, has expired, publicado, approved, live, in stock, availability, disponivel, verfugbar, actief, aktif, situacao, struck through, stato, stare, statut, etat, zustand, abgelaufen, scaduto, expirat',
    kind: null,
    reader: 'status',
    option: 'skipStatus',
    words: null,
    mayBeUnknown: true,
    inObjects: 'offer',
  },
} as const satisfies Readonly<Record<string, RoleRow>>

export type Role = keyof typeof TABLE

export const ROLE_ROWS: Readonly<Record<Role, RoleRow>> = TABLE

export const ROLES = Object.keys(TABLE) as readonly Role[]

/** The roles whose row fits. */
export function rolesWith(fits: (row: RoleRow) => boolean): Role[] {
  return ROLES.filter((role) => fits(ROLE_ROWS[role]))
}

/** The headings of a role, the likeliest first. */
export function headingsOf(role: Role): string[] {
  return ROLE_ROWS[role].headings.split(', ')
}
