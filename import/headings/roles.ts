// The roles that a column of a table can have, with their headings in Spanish, English, Portuguese, German, French, Italian
// and Romanian.

/**
 * Members of a record, or parts of them, with headings in small letters and without accents. The likeliest heading of a
 * role comes first: if two columns fit, the heading that is listed earlier wins. A heading that is listed twice has the
 * role that is listed first.
 */
const HEADINGS = {
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
  percentage:
    'porcentaje, percentage, percent, porcentagem, percentual, pct, %, percent off, discount percentage, prozent, rabatt prozent, % rabatt, pourcentage, % remise, percentuale, % sconto, procent, % reducere',
  cashback: 'cashback, cash back, reintegro',
  amount:
    'monto descuento, amount off, money off, money off amount, discount amount, valor do desconto, monto beneficio, monto, amount, betrag, rabattbetrag, montant, montant remise, importo, importo sconto, suma',
  price:
    'valor oferta, angebotspreis, aktionspreis, prix promo, prezzo offerta, prezzo scontato, pret redus, pret promotional, precio, price, preco, mitgliederpreis, preis, prix, prezzo, pret',
  installments: 'cuotas, installments, parcelas, cuotas sin interes, meses sin intereses',
  cap: 'tope, cap, maximo, maximum, limite, teto, tope mensual, tope por transaccion, caps and minimums, hochstbetrag, plafond, massimale, plafon',
  status:
    'status, estado, estatus, benefit status, in promotion, state, active, activo, activa, ativo, attivo, actif, aktiv, activ, is active, esta activo, enabled, is enabled, habilitado, vigente, disponible, available, is available, on offer, en oferta, is on offer, on sale, is on sale, on special, is on special, is valid, has offer, has deal, has discount, has promotion, published, is published, expired, is expired, expirado, vencido, caducado, inactive, is inactive, disabled, is disabled, inactivo, deleted, is deleted, eliminado, deleted at, archived, is archived, archived at, archivado, visible, is visible, hidden, is hidden, sold out, agotado, esgotado, draft, borrador, removed, closed, cancelled, cancelado, has expired, publicado, approved, live, in stock, availability, disponivel, verfugbar, actief, aktif, situacao, stato, stare, statut, etat, zustand, abgelaufen, scaduto, expirat',
}

export type Role = keyof typeof HEADINGS

export const ROLES = Object.keys(HEADINGS) as readonly Role[]

/** The headings of a role, the likeliest first. */
export function headingsOf(role: Role): string[] {
  return HEADINGS[role].split(', ')
}
