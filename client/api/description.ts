// The types of the API, made from its description: `make schemas` writes this file. Do not edit it.

/** The values of open enumerations that this version knows. */
export const KNOWN = {
  "Offer.status": ["scheduled","active","expired","withdrawn"],
  "Benefit.kind": ["percentage","cashback","amount","fixed_price","multibuy","installments","other"],
  "Issuer.type": ["bank","municipality","retailer","wallet","telco","insurer","other"],
} as const

/** The filters of lists, in the order of the description. */
export const FILTERS = [
  {"name":"issuer","description":"Keeps only offers of this issuer."},
  {"name":"category","description":"Keeps only offers of this category."},
  {"name":"comuna","description":"Keeps only offers that name this comuna."},
] as const

/** The most offers that any key may ask for in one page. */
export const LARGEST_PAGE = 100

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
            /** @description The same offer keeps the same id for ever. */
            id: string;
            /** @description Seen from the calendar day of `data_as_of` in the time zone of the catalogue. Lists and snapshots hold `scheduled` and `active` offers only. Known values: `scheduled`, `active`, `expired`, `withdrawn`. Treat any other as `other`. */
            status: "scheduled" | "active" | "expired" | "withdrawn" | (string & {});
            /** @description The offer in one line, for people. */
            title: string;
            /** @description Where the offer can be used; null where unknown. */
            merchant: string | null;
            /** @description What one gets. */
            benefit: components["schemas"]["Benefit"];
            /** @description Who makes the offer. */
            issuer: components["schemas"]["Issuer"];
            /** @description `slug` is the value of the `category` filter. */
            category: components["schemas"]["Named"];
            /** @description Empty where the source ties the offer to no comuna. `slug` is the value of the `comuna` filter. */
            comunas: components["schemas"]["Named"][];
            /** @description The days of the week on which the offer holds; null where the source does not say. */
            weekdays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * Format: date
             * @description The first day; null where unknown.
             */
            valid_from: string | null;
            /**
             * Format: date
             * @description The last day; null where unknown.
             */
            valid_until: string | null;
            /**
             * Format: uri
             * @description Where the issuer describes the offer; null where unknown.
             */
            url: string | null;
            /**
             * Format: date-time
             * @description The `data_as_of` of the first release in which the offer reads as it does now. This meaning never changes.
             */
            updated_at: string;
            /** @description The conditions of the offer. */
            terms: {
                /** @description Reserved for short, structured conditions. */
                text: null;
            };
        };
        /** @description A line of the snapshot: an offer, and in `meta` its day. */
        SnapshotOffer: {
            /** @description The same offer keeps the same id for ever. */
            id: string;
            /** @description Seen from the calendar day of `data_as_of` in the time zone of the catalogue. Lists and snapshots hold `scheduled` and `active` offers only. Known values: `scheduled`, `active`, `expired`, `withdrawn`. Treat any other as `other`. */
            status: "scheduled" | "active" | "expired" | "withdrawn" | (string & {});
            /** @description The offer in one line, for people. */
            title: string;
            /** @description Where the offer can be used; null where unknown. */
            merchant: string | null;
            /** @description What one gets. */
            benefit: components["schemas"]["Benefit"];
            /** @description Who makes the offer. */
            issuer: components["schemas"]["Issuer"];
            /** @description `slug` is the value of the `category` filter. */
            category: components["schemas"]["Named"];
            /** @description Empty where the source ties the offer to no comuna. `slug` is the value of the `comuna` filter. */
            comunas: components["schemas"]["Named"][];
            /** @description The days of the week on which the offer holds; null where the source does not say. */
            weekdays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * Format: date
             * @description The first day; null where unknown.
             */
            valid_from: string | null;
            /**
             * Format: date
             * @description The last day; null where unknown.
             */
            valid_until: string | null;
            /**
             * Format: uri
             * @description Where the issuer describes the offer; null where unknown.
             */
            url: string | null;
            /**
             * Format: date-time
             * @description The `data_as_of` of the first release in which the offer reads as it does now. This meaning never changes.
             */
            updated_at: string;
            /** @description The conditions of the offer. */
            terms: {
                /** @description Reserved for short, structured conditions. */
                text: null;
            };
            /** @description The day and the attribution, which travel with every record. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
                 */
                data_as_of: string;
                /** @description Names the provider of the data and its site. */
                attribution: string;
            };
        };
        /** @description What one gets; `kind` says how to read `value`. */
        Benefit: {
            /** @description What `value` means. Known values: `percentage`, `cashback`, `amount`, `fixed_price`, `multibuy`, `installments`, `other`. Treat any other as `other`. */
            kind: "percentage" | "cashback" | "amount" | "fixed_price" | "multibuy" | "installments" | "other" | (string & {});
            /** @description percentage: percent off, above 0 up to 100. cashback: percent returned, or money returned where `currency` is set. amount: money off. fixed_price: the price paid. multibuy: units received for one paid, 2 for 2x1. installments: the number of interest-free instalments. other: null. */
            value: number | null;
            /** @description An ISO 4217 code, or null where `value` is no money. */
            currency: string | null;
            /** @description The upper bound of the benefit in money; null where none is known. */
            cap: components["schemas"]["Money"] | null;
            /** @description The benefit in a few words, for people. */
            summary: string;
        };
        /** @description An amount of money. */
        Money: {
            /** @description The amount, in whole units of the currency and parts of them. */
            value: number;
            /** @description An ISO 4217 code. */
            currency: string;
        };
        /** @description Who makes offers: a bank, a municipality, a retailer. */
        Issuer: {
            /** @description `iss_` + slug. */
            id: string;
            /** @description The value of the `issuer` filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description What kind of organisation it is. Known values: `bank`, `municipality`, `retailer`, `wallet`, `telco`, `insurer`, `other`. Treat any other as `other`. */
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
            /** @description What kind of organisation it is. Known values: `bank`, `municipality`, `retailer`, `wallet`, `telco`, `insurer`, `other`. Treat any other as `other`. */
            type: "bank" | "municipality" | "retailer" | "wallet" | "telco" | "insurer" | "other" | (string & {});
            /** @description Two upper-case letters (ISO 3166-1). */
            country: string;
            /** @description The offers of this issuer that lists hold. */
            offers_count: number;
        };
        /** @description A category, with the number of its offers. */
        CategoryWithCount: {
            /** @description The value of the filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description The offers of this category that lists hold. */
            offers_count: number;
        };
        /** @description A comuna, with the number of its offers. */
        ComunaWithCount: {
            /** @description The value of the filter. */
            slug: string;
            /** @description The name for people. */
            name: string;
            /** @description The official code of the comuna; null where the source has none. */
            code: string | null;
            /** @description The region that it lies in; null where the source has none. */
            region: string | null;
            /** @description The offers of this comuna that lists hold. */
            offers_count: number;
        };
        /** @description What lists can be filtered by: a slug for the filter, a name for people. */
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
            /** @description What the answer says of itself. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
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
                /** @description Names the provider of the data and its site. */
                attribution: string;
            };
        };
        /** @description A page of changes. */
        ChangeList: {
            /** @description Newest `updated_at` first, then by `id`. */
            data: components["schemas"]["Offer"][];
            /** @description What the answer says of itself. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
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
                /** @description Names the provider of the data and its site. */
                attribution: string;
                /**
                 * Format: date-time
                 * @description The moment that was asked for; null if none was.
                 */
                since: string | null;
            };
        };
        /** @description One offer. */
        OfferDetail: {
            data: components["schemas"]["Offer"];
            /** @description What the answer says of itself. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description Names the provider of the data and its site. */
                attribution: string;
            };
        };
        /** @description All issuers. */
        IssuerList: {
            /** @description All issuers, by slug. */
            data: components["schemas"]["IssuerWithCount"][];
            /** @description What the answer says of itself. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The issuers in this answer. */
                count: number;
                /** @description All issuers. */
                total: number;
                /** @description Names the provider of the data and its site. */
                attribution: string;
            };
        };
        /** @description All categories. */
        CategoryList: {
            /** @description All categories, by slug. */
            data: components["schemas"]["CategoryWithCount"][];
            /** @description What the answer says of itself. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The categories in this answer. */
                count: number;
                /** @description All categories. */
                total: number;
                /** @description Names the provider of the data and its site. */
                attribution: string;
            };
        };
        /** @description All comunas. */
        ComunaList: {
            /** @description All comunas, by slug. */
            data: components["schemas"]["ComunaWithCount"][];
            /** @description What the answer says of itself. */
            meta: {
                /**
                 * Format: date-time
                 * @description The moment the data refers to.
                 */
                data_as_of: string;
                /** @description The version of this contract. */
                schema_version: string;
                /** @description The comunas in this answer. */
                count: number;
                /** @description All comunas. */
                total: number;
                /** @description Names the provider of the data and its site. */
                attribution: string;
            };
        };
        /** @description An error (RFC 9457). Branch on `code`, never on texts. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Where this error is explained.
             */
            type: string;
            /** @description What kind of error it is, the same for each code. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What went wrong this time, for people. */
            detail: string;
            /** @description The stable code of the error: branch on it. */
            code: "invalid_parameter" | "malformed_request" | "unauthorized" | "scope_exceeded" | "not_found" | "method_not_allowed" | "request_timeout" | "history_gone" | "version_gone" | "range_not_satisfiable" | "rate_limited" | "too_many_downloads" | "request_header_too_large" | "internal" | "origin_unavailable" | "catalogue_unavailable" | "key_store_unavailable" | (string & {});
            /** @description What is wrong with which parameter; for 400 and 403. */
            errors?: components["schemas"]["ParameterError"][];
            /** @description What the answer says of itself. */
            meta: {
                /** @description Names the provider of the data and its site. */
                attribution: string;
                /** @description The version of this contract. */
                schema_version: string;
            };
        };
        /** @description A parameter that is wrong, or asks for too much. */
        ParameterError: {
            /** @description The name of the parameter. */
            param: string;
            /** @description What was given, to the letter; long values are cut. */
            given: string | number;
            /** @description What the key that asks may give: in words for 400, a maximum for 403. */
            allowed: string | number;
            /** @description The least that is allowed, if a number is. */
            minimum?: number;
            /** @description The most that is allowed with this key, if a number is. */
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
                /** @description Keeps only offers that name this comuna. */
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
