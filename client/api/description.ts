// The types of the API, made from its description: `make schemas` writes this file. Do not edit it.

/** The values of open enumerations that this version knows. */
export const KNOWN = {
  "Offer.status": ["scheduled","active","expired","withdrawn"],
  "Benefit.kind": ["percentage","cashback","amount","fixed_price","multibuy","installments","other"],
  "Issuer.type": ["bank","municipality","retailer","wallet","telco","insurer","other"],
} as const

/** The filters of lists: where an offer has the values of each, and the list that names them all. */
export const FILTERS = [
  {"name":"issuer","description":"Keeps only offers of this issuer.","at":"/issuer/slug","list":"issuers"},
  {"name":"category","description":"Keeps only offers of this category.","at":"/category/slug","list":"categories"},
  {"name":"comuna","description":"Keeps only offers of this comuna (municipality).","at":"/comunas/*/slug","list":"comunas"},
] as const

/** The most offers that any key may ask for in one page. */
export const LARGEST_PAGE = 100

/** How keys of each kind begin, and the most offers that they may ask for in one page. */
export const LARGEST_PAGES: readonly (readonly [prefix: string, limit: number])[] = [["offers_demo_",25],["offers_live_",100]]

/** The policies, as `RateLimit` names them, of keys whose snapshot is a sample. */
export const SAMPLE_POLICIES: readonly string[] = ["demo"]

export interface paths {
    "/beta/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/offers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listIssuers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/comunas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listComunas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadSnapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/beta/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["describeApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A discount or benefit. Dates are calendar days, `YYYY-MM-DD`, both ends included. */
        Offer: {
            /** @description The permanent id of the offer. */
            id: string;
            /** @description The status on the calendar day of `data_as_of` in the time zone of the catalogue. Lists and snapshots hold `scheduled` and `active` offers only. Known values: `scheduled`, `active`, `expired`, `withdrawn`. Treat any other as `other`. */
            status: "scheduled" | "active" | "expired" | "withdrawn" | (string & {});
            /** @description The offer in one line, for people. */
            title: string;
            /** @description The place where the offer can be used; null if not stated. */
            merchant: string | null;
            /** @description The discount or advantage. */
            benefit: components["schemas"]["Benefit"];
            /** @description The organisation that makes the offer. */
            issuer: components["schemas"]["Issuer"];
            /** @description `slug` is the value of the `category` filter. */
            category: components["schemas"]["Named"];
            /** @description The comunas (municipalities) of the offer; empty if the source names none. `slug` is the value of the `comuna` filter. */
            comunas: components["schemas"]["Named"][];
            /** @description The days of the week on which the offer is valid; null if the source does not state them. */
            weekdays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * Format: date
             * @description The first day; null if not stated.
             */
            valid_from: string | null;
            /**
             * Format: date
             * @description The last day; null if not stated.
             */
            valid_until: string | null;
            /**
             * Format: uri
             * @description The page on which the issuer describes the offer; null if not stated.
             */
            url: string | null;
            /**
             * Format: date-time
             * @description The `data_as_of` of the release in which the offer last changed.
             */
            updated_at: string;
            /** @description The conditions of the offer. */
            terms: {
                /** @description Reserved for short, structured conditions: always null in the beta. */
                text: string | null;
            };
        };
        /** @description A line of the snapshot: an offer with its day in `meta`. */
        SnapshotOffer: {
            /** @description The permanent id of the offer. */
            id: string;
            /** @description The status on the calendar day of `data_as_of` in the time zone of the catalogue. Lists and snapshots hold `scheduled` and `active` offers only. Known values: `scheduled`, `active`, `expired`, `withdrawn`. Treat any other as `other`. */
            status: "scheduled" | "active" | "expired" | "withdrawn" | (string & {});
            /** @description The offer in one line, for people. */
            title: string;
            /** @description The place where the offer can be used; null if not stated. */
            merchant: string | null;
            /** @description The discount or advantage. */
            benefit: components["schemas"]["Benefit"];
            /** @description The organisation that makes the offer. */
            issuer: components["schemas"]["Issuer"];
            /** @description `slug` is the value of the `category` filter. */
            category: components["schemas"]["Named"];
            /** @description The comunas (municipalities) of the offer; empty if the source names none. `slug` is the value of the `comuna` filter. */
            comunas: components["schemas"]["Named"][];
            /** @description The days of the week on which the offer is valid; null if the source does not state them. */
            weekdays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * Format: date
             * @description The first day; null if not stated.
             */
            valid_from: string | null;
            /**
             * Format: date
             * @description The last day; null if not stated.
             */
            valid_until: string | null;
            /**
             * Format: uri
             * @description The page on which the issuer describes the offer; null if not stated.
             */
            url: string | null;
            /**
             * Format: date-time
             * @description The `data_as_of` of the release in which the offer last changed.
             */
            updated_at: string;
            /** @description The conditions of the offer. */
            terms: {
                /** @description Reserved for short, structured conditions: always null in the beta. */
                text: string | null;
            };
            /** @description The day and the attribution of the record. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
            };
        };
        /** @description The benefit; `kind` says how to read `value`. */
        Benefit: {
            /** @description The meaning of `value`. Known values: `percentage`, `cashback`, `amount`, `fixed_price`, `multibuy`, `installments`, `other`. Treat any other as `other`. */
            kind: "percentage" | "cashback" | "amount" | "fixed_price" | "multibuy" | "installments" | "other" | (string & {});
            /** @description percentage: percent off, above 0 up to 100. cashback: percent returned, or money returned if `currency` is set. amount: money off. fixed_price: the price paid. multibuy: units received for one paid, 2 for 2x1. installments: the number of interest-free instalments. other: null. */
            value: number | null;
            /** @description An ISO 4217 code, or null if `value` is not an amount of money. */
            currency: string | null;
            /** @description The upper bound of the benefit in money; null if none is stated. */
            cap: components["schemas"]["Money"] | null;
            /** @description The benefit in a few words, for people. */
            summary: string;
        };
        /** @description An amount of money. */
        Money: {
            /** @description The amount, in units of the currency. */
            value: number;
            /** @description An ISO 4217 code. */
            currency: string;
        };
        /** @description An organisation that makes offers: a bank, a municipality, a retailer. */
        Issuer: {
            /** @description `iss_` + slug. */
            id: string;
            /** @description The value of the `issuer` filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description The kind of organisation. Known values: `bank`, `municipality`, `retailer`, `wallet`, `telco`, `insurer`, `other`. Treat any other as `other`. */
            type: "bank" | "municipality" | "retailer" | "wallet" | "telco" | "insurer" | "other" | (string & {});
            /** @description Two upper-case letters (ISO 3166-1). */
            country: string;
        };
        /** @description An issuer, with the number of its offers. */
        IssuerWithCount: {
            /** @description `iss_` + slug. */
            id: string;
            /** @description The value of the `issuer` filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description The kind of organisation. Known values: `bank`, `municipality`, `retailer`, `wallet`, `telco`, `insurer`, `other`. Treat any other as `other`. */
            type: "bank" | "municipality" | "retailer" | "wallet" | "telco" | "insurer" | "other" | (string & {});
            /** @description Two upper-case letters (ISO 3166-1). */
            country: string;
            /** @description The number of scheduled and active offers of this issuer. */
            offers_count: number;
        };
        /** @description A category, with the number of its offers. */
        CategoryWithCount: {
            /** @description The value of the filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description The number of scheduled and active offers of this category. */
            offers_count: number;
        };
        /** @description A comuna, with the number of its offers. */
        ComunaWithCount: {
            /** @description The value of the filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description The official code of the comuna; null if the source has none. */
            code: string | null;
            /** @description Its region; null if the source has none. */
            region: string | null;
            /** @description The number of scheduled and active offers of this comuna. */
            offers_count: number;
        };
        /** @description A value that lists can be filtered by: a slug for the filter, a name for people. */
        Named: {
            /** @description The value of the filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
        };
        /** @description A page of offers. */
        OfferList: {
            /** @description Newest `updated_at` first, then by `id`. */
            data: components["schemas"]["Offer"][];
            /** @description The day, the size and the attribution of this answer. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The offers in this answer. */
                count: number;
                /** @description The offers that match. */
                total: number;
                /** @description The page size applied. */
                limit: number;
                /** @description The offers skipped. */
                offset: number;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
            };
        };
        /** @description A page of changes. */
        ChangeList: {
            /** @description Newest `updated_at` first, then by `id`. */
            data: components["schemas"]["Offer"][];
            /** @description The day, the size and the attribution of this answer. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The offers in this answer. */
                count: number;
                /** @description The offers that match. */
                total: number;
                /** @description The page size applied. */
                limit: number;
                /** @description The offers skipped. */
                offset: number;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
                /**
                 * Format: date-time
                 * @description The time in the request; null if it had none.
                 */
                since: string | null;
            };
        };
        /** @description One offer. */
        OfferDetail: {
            data: components["schemas"]["Offer"];
            /** @description The day, the size and the attribution of this answer. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
            };
        };
        /** @description All issuers. */
        IssuerList: {
            /** @description All issuers, by slug. */
            data: components["schemas"]["IssuerWithCount"][];
            /** @description The day, the size and the attribution of this answer. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The issuers in this answer. */
                count: number;
                /** @description All issuers. */
                total: number;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
            };
        };
        /** @description All categories. */
        CategoryList: {
            /** @description All categories, by slug. */
            data: components["schemas"]["CategoryWithCount"][];
            /** @description The day, the size and the attribution of this answer. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The categories in this answer. */
                count: number;
                /** @description All categories. */
                total: number;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
            };
        };
        /** @description All comunas. */
        ComunaList: {
            /** @description All comunas, by slug. */
            data: components["schemas"]["ComunaWithCount"][];
            /** @description The day, the size and the attribution of this answer. */
            meta: {
                /**
                 * Format: date-time
                 * @description The time of the data.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The comunas in this answer. */
                count: number;
                /** @description All comunas. */
                total: number;
                /** @description The provider of the data and its website. Credit it wherever you show the data. */
                attribution: string;
            };
        };
        /** @description An error (RFC 9457). Branch on `code`, never on the texts. */
        Problem: {
            /**
             * Format: uri-reference
             * @description The address that explains this error.
             */
            type: string;
            /** @description The kind of error in words, the same for each code. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description The cause in this case, for people. */
            detail: string;
            /** @description The stable code of the error: branch on it. */
            code: "invalid_parameter" | "malformed_request" | "unauthorized" | "scope_exceeded" | "not_found" | "method_not_allowed" | "request_timeout" | "history_gone" | "version_gone" | "precondition_failed" | "range_not_satisfiable" | "rate_limited" | "too_many_downloads" | "request_header_too_large" | "internal" | "origin_unavailable" | "catalogue_unavailable" | "key_store_unavailable" | (string & {});
            /** @description The parameters that are wrong; for 400 and 403. */
            errors?: components["schemas"]["ParameterError"][];
            /** @description The provider of the data and the version of the contract. */
            meta: {
                /** @description The provider of the data and its website. */
                attribution: string;
                /** @description The version of this contract. */
                schema_version: string;
            };
        };
        /** @description A parameter that is wrong, or asks for too much. */
        ParameterError: {
            /** @description The name of the parameter. */
            param: string;
            /** @description The value as it was sent; long values are cut. */
            given: string | number;
            /** @description The values allowed for this key: in words for 400, a maximum for 403. */
            allowed: string | number;
            /** @description The smallest allowed number, if the parameter is a number. */
            minimum?: number;
            /** @description The largest number allowed for this key, if the parameter is a number. */
            maximum?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOffers: {
        parameters: {
            query?: {
                /** @description Keeps only offers of this issuer. */
                issuer?: string;
                /** @description Keeps only offers of this category. */
                category?: string;
                /** @description Keeps only offers of this comuna (municipality). */
                comuna?: string;
                /**
                 * @description The page size. At most 25 with a demo key, 100 with a named key.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description How many offers to skip. At most 100 with a demo key, 10000 with a named key.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `data_as_of` of an earlier answer, at most 90 days old; without it, all offers that can be read by id. */
                since?: string;
                /**
                 * @description The page size. At most 25 with a demo key, 100 with a named key.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description How many offers to skip. At most 100 with a demo key, 10000 with a named key.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readOffer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listIssuers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listComunas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    describeApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
