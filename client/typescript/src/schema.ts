// Generated from the OpenAPI document by npm run build:client. Do not edit.

export interface paths {
    "/api/print/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a print order
         * @description Measures the model, prices it, charges the card saved on the account and queues the print, all in this one request. It returns 201 whether or not the card could be charged, so read `status` and `paid`: an unpaid order exists, waits at `paymentUrl`, and must not be submitted again. `charge` states whether the card was declined, no card is saved, or the charge has not settled yet, and `message` explains it. A charge that has not settled has no `paymentUrl`; read the order again to get the outcome, which is known within minutes. No call changes or cancels an order. Before printing begins, its buyer can ask the farm to cancel it, at /contact. “Prices” on the page /docs/reference lists the prices. A paid order gets one email, the confirmation. A refund gets another, and so does a charge that had not settled in the response and failed later.
         *
         *     Checks stop at the first problem, in this order: file, shipping fields, email, country, material, quality, units, file extension, names of fields, fields for the invoice, `reference`, `maxTotal`, `dryRun`, storage, analysis, minimum total.
         *
         *     With `maxTotal`, an order that costs more is refused (402) after its analysis, before its file is stored and before anything is charged. Send the total that a person has seen, so that a price that has changed since is not charged.
         *
         *     With `dryRun` set to `true`, the response is 200 and describes the order without placing it: price, postage, size, notes and the amount that the card would be charged. The same checks apply, except the limit on the bytes that an extension token may store, which only an order counts. Nothing is stored, ordered or charged, and no Idempotency-Key is used.
         *
         *     A model that leaves a printer nothing to print is refused with the reason, never billed: walls under a third of the nozzle (0.13 mm for the 0.4 mm nozzle), and pins and other columns under 1.6 nozzles wide (0.64 mm).
         *
         *     A misspelled field name (`materal`, `colour`, `Material`: it differs from a known name by one letter, or by two if the name has six letters or more) is refused before anything is stored or charged. So is a common other name for the country or for an invoice field (`countryCode`, `vat`, `poNumber`, `companyName`). Any other unknown field has no effect, and its name is listed in `ignored`. A field that is sent twice with different values, or under both of its names, is refused.
         *
         *     An order that would exceed a spending limit of the account or of the API key is refused (402) after these checks; no order is written and nothing is charged.
         */
        post: operations["submitPrintOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/print/orders/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description Poll this endpoint about every five minutes until the status is SHIPPED, DELIVERED, CANCELLED or REJECTED; there are no webhooks. An unknown code and another account’s order get the same 404. Reading has no limit. While `charge` is `settling`, read it again in a minute, or send `wait`. `POST /api/print/orders/status` reads many orders in one request.
         *
         *     `REJECTED` means: The farm declined the job, usually because of an unprintable file. When the farm cancels or rejects a paid order, `paid` stays true, also after a refund: operators refund in full or in part, and `refunded` states the amount.
         *
         *     Only orders that were placed with a key are read, whose codes begin with `SVC-`. Orders of the website (`CART-`, `ORD-`, `STORE-`) can have several parts and get the 404 as well: `get_order` of the agent endpoint and `svc track` read them.
         */
        get: operations["readPrintOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/print/orders/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the state of many orders
         * @description The state of at most 100 orders whose codes you have, in one request. A code that matches no order of the account is listed as unknown, and so are orders of the website (`CART-`, `ORD-`, `STORE-`). Reading has no limit.
         */
        post: operations["readOrderStates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/print/orders/{code}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the invoice of an order
         * @description The invoice is issued within a minute of the payment; an order that is not paid, or was paid before invoices were issued, has none. Each refund adds a credit note. Issued documents never change. Orders of the website have one as well.
         */
        get: operations["readInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate a price from a bounding box
         * @description Price of a part of this size at 20% infill, without a file and without an account. A real order is priced from the measured model; “Prices” on the page /docs/reference has both formulas. No limit.
         *
         *     With an API key or an extension token and a `modelUrl` instead of the box, it is the price of a stored model: what a submit with these options would be charged, with its checks and refusals in its order. Only the `country` of the address is needed. Nothing is stored or charged, and there is no limit on requests; measuring a model for the first time counts against the account’s processor time.
         */
        post: operations["estimatePrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cart-reprice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price a cart
         * @description Prices every part as an order of it would be, and postage once for the parcel. A part that cannot be ordered has a `refusal` and does not affect the others. An unknown and a spent gift card are both `valid: false`.
         */
        post: operations["repriceCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order a cart
         * @description Prices the parts again, writes the order and opens the processor’s payment page for what a gift card does not cover. Codes begin with CART- (several parts), ORD- (one part) or STORE- (only models of the gallery). A part that cannot be ordered, or whose price differs from its `expectedCents`, refuses the checkout, and so does a total other than `expectedTotalCents`, which includes postage; nothing is ordered then. An order that is not paid within 24 hours is cancelled, and the gift card’s share is returned. 60 an hour for each account, which may have 20 unpaid orders at a time.
         */
        post: operations["checkOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gift-cards/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a gift card
         * @description Once the payment has arrived, the code is mailed to the recipient. 20 an hour for each account.
         */
        post: operations["buyGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gift-cards/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the balance of a gift card
         * @description An unknown code and a spent one get the same response. 20 an hour for each account.
         */
        post: operations["checkGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft order from words
         * @description Reads material, quality, color, quantity, infill, layer height, nozzle and country from a text by rules, and prices the result as POST /api/cart-reprice does. It orders and charges nothing. A part that cannot be ordered has a `refusal` in `quote`. 12 an hour for each account.
         */
        post: operations["draftOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the support assistant
         * @description Replies from the documentation and, with a code, from the state of an order of the caller. It changes nothing and spends nothing. What it cannot answer, and what only a person can decide, such as a refund or a damaged part, becomes a ticket for the operators, once for a conversation; `escalated` says so. That needs an email address: without one the reply asks for it. Without a session an order is found by its code together with its email address; too many wrong ones are refused as on the order pages. 60 an hour with a session, 20 for each address without one.
         */
        post: operations["askSupport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/support": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the support assistant for an account
         * @description Replies from the documentation and, with a code, from the state of an order of the caller. It changes nothing and spends nothing. What it cannot answer, and what only a person can decide, such as a refund or a damaged part, becomes a ticket for the operators, once for a conversation; `escalated` says so. That needs an email address: without one the reply asks for it. 12 an hour for each account.
         */
        post: operations["askSupportAsAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a model and wait for it
         * @description Credits are charged before the engine is called and refunded when it fails. The cost is the sum of the costs of its options, from 1 to 9; an account starts with 5, the account page shows the balance and sells more. This takes minutes: for anything but a script, start a job instead. 20 an hour for each account. What you ask for must be yours to make: your own design, or one that its owner lets you use, and no character or brand of someone else. We claim no rights to what is made.
         */
        post: operations["generateModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue a generation
         * @description Takes the same bodies as `/api/generate`. The run in the background checks them and charges the credits: a 200 means neither that the request is valid nor that there are enough credits. With `drafts` or `refineOf` both are checked first, and the credits are charged at once, for all 4 drafts or for none. 20 an hour for each account, counted separately from `/api/generate`. What you ask for must be yours to make: your own design, or one that its owner lets you use, and no character or brand of someone else. We claim no rights to what is made.
         */
        post: operations["startGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a generation job
         * @description Not limited; ask every 5 seconds. A failed generation is a 200 as well: read `status`.
         */
        get: operations["readGenerationJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the job that is running
         * @description Returns the newest generation that is queued or running. Without a session, the response is `{active:false}`, never a 401.
         */
        get: operations["readActiveGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your generations
         * @description Newest first, 25 to a page. Find a job here whose id was lost with a response.
         */
        get: operations["listGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a generation
         * @description A generation can be cancelled while it waits, or while its request is read, but not after an engine was called. The credits are refunded, and the job ends with status error. A repeated request gets the same response.
         */
        post: operations["cancelGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a set of drafts
         * @description The progress of each draft, and its refined model. Refine one with `refineOf` of `/api/generate/start`.
         */
        get: operations["readDraftSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a generation or an upload
         * @description Deletes it with its model, words and pictures, and its entry in the gallery. Orders of it are still printed, and credits are not refunded.
         */
        delete: operations["deleteGeneration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a picture
         * @description A picture from `/api/images`. Models made from it remain.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/model-proxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a model
         * @description Downloads one of your models, or a published one, which needs no credential. A generation is always returned as the stored GLB, and `format` only names the file; an upload is returned as stored, with its type and name, and `format` is ignored.
         */
        get: operations["downloadModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a model as STL, 3MF or GLB
         * @description Downloads a generation, an upload or a changed model of your own, by its `generationId`, or a model of the gallery, by the id of its entry and without a credential. STL and 3MF are in millimeters with the height along Z, GLB in meters with the height along Y and with its materials. `3mf-stock-colors` is a 3MF in which every triangle has the stock color that its texture is nearest to. A format that is not stored is made of the repaired model, at the same size: 120 an hour for each account, 60 for each address without one.
         */
        get: operations["downloadModelFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/{id}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a model without credits
         * @description Scales, hollows, rotates, repairs or cuts one of your generations, uploads or changed models, in this order, and stores the result as a new model of the account, or as one per part of a cut. The original remains. It costs no credits: 60 changes an hour for each account. A part that cannot be printed refuses the change, and nothing is stored.
         */
        post: operations["changeModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retexture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retexture a model
         * @description Costs 1 credit and returns what `/api/generate` returns. 30 an hour for each account.
         */
        post: operations["retextureModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gallery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a model in the gallery
         * @description One of your generations or uploads. Everyone can see, download and order it from then on, until you withdraw it. The title is moderated, and only printable models are published. 30 an hour for each account.
         */
        post: operations["publishModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gallery/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a model from the gallery
         * @description From then on, no one else can see, download or order it; orders that were placed are printed. A repeat changes nothing.
         */
        delete: operations["withdrawModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/print-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a model
         * @description Measures a model and stores it under the account, to be sliced, quoted and ordered later by its `modelUrl`. An OBJ cannot be ordered: an STL in millimeters is made of it, which the response describes, and the OBJ is kept with it. A model that cannot be printed is refused and not kept. 40 an hour.
         */
        post: operations["uploadModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/print-upload/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an address for a model
         * @description For files that should go straight to storage. Sign the upload, PUT the bytes, then complete it. The three print-upload endpoints share a limit of 40 requests an hour; the PUT does not count.
         */
        post: operations["signUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/print-upload/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an upload
         * @description Checks size and SHA-256 of the bytes that were sent, measures the model and stores it like `POST /api/print-upload`. A repeated call returns the same response and stores nothing again. Bytes that differ from the announced ones end the upload. Shares the 40 an hour of the print-upload endpoints.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/model-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a model from a link
         * @description Fetches a public https link within two minutes, measures the model behind it and stores it like `POST /api/print-upload`. Links that need a login, a port or an address that is not public are refused. 20 an hour.
         */
        post: operations["importModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/detect-colors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the colors of a picture or model
         * @description Similar shades count as one color, and areas under 1% as the nearest one. Transparent pixels do not count. Colors of a GLB are measured on its surface, from textures, vertex colors and material colors; if its geometry is compressed, on the pixels of its textures. Nothing is stored. 30 an hour.
         */
        post: operations["detectColors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/images/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw a picture
         * @description Draws a picture from which a model can be generated. The prompt is moderated like that of a generation. The picture costs no credits and is stored for the account. It takes up to two minutes. 40 an hour.
         */
        post: operations["generateImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/images/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a picture
         * @description Changes a picture as a prompt describes. Both are moderated like those of a generation. The result costs no credits and is stored for the account. It takes up to two minutes. 40 an hour.
         */
        post: operations["editImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/slice-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Slice a stored model
         * @description Slices an STL, OBJ or 3MF model with a real slicer: 0.2 mm layers, 20% infill, 0.4 mm nozzle, with supports or turned if it is printed so. That takes 10 to 60 seconds. The result is kept with the model: a repeated request returns it immediately, even without a slicer. An interrupted request does not stop the slice; send it again. 30 an hour.
         */
        post: operations["sliceModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/printability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a mesh can be printed
         * @description Repairs a copy of the mesh in memory and reports whether it can be printed. Nothing is stored, priced or charged. With a session 60 an hour; without one 12 an hour for each address, and files only.
         */
        post: operations["checkPrintability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call the tools for agents (MCP)
         * @description Model Context Protocol over Streamable HTTP: one JSON-RPC 2.0 object in, one JSON object out, and no sessions. Revisions 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26. From 2026-07-28 on a request names its version in `params._meta` and in the header `MCP-Protocol-Version`, and repeats its method and subject in `Mcp-Method` and `Mcp-Name`. Tools of an account need its API key; everything else needs none. At most 600 requests an hour, and each tool has its own allowance; a refusal is a result with `isError` that names the seconds to wait. Send the next request on a connection after the response to the previous one: pipelined requests are closed without a response.
         */
        post: operations["callAgentEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get API key status
         * @description Whether there is a key, and its first characters. The key itself is shown only when it is issued.
         */
        get: operations["readApiKey"];
        put?: never;
        /**
         * Issue or rotate the API key
         * @description An account has one key: issuing another one invalidates the old one immediately, or after `overlapHours`. It needs a saved card, because the key charges it.
         */
        post: operations["issueApiKey"];
        /**
         * Revoke the API key
         * @description Takes effect immediately, also for a replaced key that still works, and succeeds if there is no key.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/extension-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the extension tokens
         * @description All tokens that work, with their names. A secret is shown only when its token is created.
         */
        get: operations["listExtensionTokens"];
        put?: never;
        /**
         * Create an extension token
         * @description Create one per program that you connect, so that each can be revoked separately. A token submits orders and cannot read them. An account holds up to 50.
         */
        post: operations["createExtensionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/extension-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an extension token
         * @description Takes effect immediately. Other tokens and the API key keep working.
         */
        delete: operations["revokeExtensionToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests of your programs
         * @description Calls with the API key and the extension tokens of the account in the last 7 days, over REST and by agents. Bodies, keys, addresses and queries are not stored. An account keeps its last 5000 calls that succeeded and its last 5000 others; above 300 per minute, some are omitted. A new request appears within seconds.
         */
        get: operations["listOwnRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/spending-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the spending limits
         * @description Limits on programs’ charges to the saved card per UTC day, and today’s remaining amounts.
         */
        get: operations["readSpendingLimits"];
        /**
         * Set the spending limits
         * @description An order that would exceed a limit is refused with 402: no order is written and nothing is charged. Orders whose charge is not settled count in full, and refunds are subtracted. A day is one of UTC. Payments on a payment page are not limited.
         */
        put: operations["setSpendingLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/buyer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the defaults of the buyer
         * @description Invoice details that the account’s orders use by default.
         */
        get: operations["readBuyerDefaults"];
        /**
         * Set the defaults of the buyer
         * @description They apply to orders placed from now on. A field that is omitted, null or empty has no default afterwards.
         */
        put: operations["setBuyerDefaults"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the logo for packing slips
         * @description Its size, and when it was uploaded.
         */
        get: operations["readLogo"];
        /**
         * Set the logo for packing slips
         * @description It replaces the farm’s mark on the packing slips of all orders of the account that are printed from now on. The picture is scaled down to at most 900 x 300 pixels and stored without metadata. 30 an hour.
         */
        put: operations["setLogo"];
        post?: never;
        /**
         * Remove the logo for packing slips
         * @description The slips have the farm’s mark again. Also succeeds if there is no logo.
         */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start saving a card
         * @description Returns the address of the card processor’s page. The user who opens it enters the card there; the card then pays for every order of the account. 20 an hour for each account.
         */
        post: operations["saveCard"];
        /**
         * Remove the saved card
         * @description Removes the card from the account and from the card processor’s record of it. Later orders by programs are saved unpaid. A charge in progress is still settled. Without a saved card, `removed` is false.
         */
        delete: operations["removeCard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the account
         * @description Within 10 minutes of signing in. Sign-in, sessions, keys, baskets, generations, models that no order needs, the card and the customer at the card processor are deleted immediately; if the processor cannot be reached, the customer is deleted within hours. Orders stay as records of sales; /privacy says how long. Unused credits lapse; gift cards stay valid.
         */
        post: operations["deleteAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy credits
         * @description Opens the processor’s payment page for a pack of credits. They are on the account once the processor has confirmed the payment. 20 an hour for each account, and 20 unpaid ones at a time.
         */
        post: operations["buyCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read any order with its version and refunds
         * @description For accounts that are listed as operators or viewers.
         */
        get: operations["readOrderForOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set status and tracking
         * @description For accounts that are listed as operators. States can be skipped and moved back. An unpaid order can be cancelled and rejected; ACCEPTED and what follows need `unpaid: true`, as does every status that opens a closed order again after it was refunded in full. SHIPPED needs `tracking`, now or entered before, or `withoutTracking`. An order that moves back from SHIPPED keeps its tracking, but customers do not see it, and it gets a new shipping date when it ships again. An order whose personal data was removed is not shipped again. Cancelling or rejecting a paid order says what happens to the payment: `refund`, `refundCents`, or `refundLines` and `refundShipping`; the refund is made in the same step.
         */
        post: operations["setOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a paid order in full or in part
         * @description For accounts that are listed as operators. The money goes back to the gift card and the card that paid, and the customer gets an email once the card processor has confirmed it. `paid` stays true, and the status of the order does not change.
         *
         *     Either `amountCents` or what the refund is for: `lines` says how many parts of which line, `shipping` whether the postage is refunded as well. Parts cost their share of the line’s price in whole cents, rounded down; the last ones get the rest.
         *
         *     A repeat is recognized by its `Idempotency-Key`: the same key returns the first refund (`replayed: true`), and a second refund needs another key. Without the header the same amount, or the same parts, for the same reason is treated as a repeat. A refund that failed or moved only a gift card’s part (`partly`) may be requested again under the same key, which asks for what did not move.
         */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/refunds/{refund}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record how a returned refund was settled
         * @description For accounts that are listed as operators. A refund that the customer’s bank returned is listed for operators until it is requested again under its key, or this says how it was settled otherwise. No money moves, and a repeat keeps the first note. Another note is refused.
         */
        post: operations["resolveRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/disputes/{dispute}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a dispute
         * @description For accounts that are listed as operators. Sends the order’s facts (parts, address, tracking) and `text` to the bank; without it, the history of the order as its customer reads it. A payment that no order was paid with needs `text`. A bank accepts only one response.
         */
        post: operations["answerDispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/fraud-warnings/{warning}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note how a fraud warning was resolved
         * @description For accounts that are listed as operators. Every warning is listed for operators until its payment is refunded, or until this request notes what was found. A hold of its order stays; a repeated request keeps the first note. Another note is refused.
         */
        post: operations["resolveFraudWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find gift cards and packs of credits
         * @description For accounts that are listed as operators or viewers. Paid ones, the newest 50.
         */
        get: operations["findPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/purchases/{purchase}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a gift card or pack of credits
         * @description For accounts that are listed as operators or viewers.
         */
        get: operations["readPurchase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/purchases/{purchase}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a gift card or credits
         * @description For accounts that are listed as operators. The money goes back to the card that paid, and the value is taken from the gift card or the account immediately. Without `amountCents`, refunds the unspent amount. More than that leaves a debt of the buyer. Repeat a refund with an unknown outcome with the same amount. Until its outcome is known, the purchase allows no other refund.
         */
        post: operations["refundPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/purchases/{purchase}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a gift card
         * @description For accounts that are listed as operators. It can no longer pay, and nothing is refunded.
         */
        post: operations["voidGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/purchases/{purchase}/reissue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a gift card to another address
         * @description For accounts that are listed as operators. It gets another code, and the previous one is no longer valid.
         */
        post: operations["reissueGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/debts/{debt}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that a debt was paid
         * @description For accounts that are listed as operators. It was paid in another way, such as by bank transfer. The account can buy again.
         */
        post: operations["settleDebt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/debts/{debt}/write-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a debt off
         * @description For accounts that are listed as operators. It will not be paid, and is booked as a loss. The account can buy again.
         */
        post: operations["writeOffDebt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/debts/{debt}/pay-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that a paid debt was paid back
         * @description For accounts that are listed as operators. For a debt that was paid before its dispute was won, or before its refund was returned. Notes that the buyer got the money back in another way, such as by bank transfer.
         */
        post: operations["payBackDebt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/debts/{debt}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit a paid debt
         * @description For accounts that are listed as operators. For a debt that was paid before its dispute was won, or its refund returned: what is owed back to the buyer goes to the gift card, or to the account as credits at the price of their pack.
         */
        post: operations["creditDebt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email the customer about an order
         * @description For accounts that are listed as operators. The message is kept with the order and mailed to the order’s address; a link to the order’s page is added. Attachments are links, so that no mail server refuses the email. The same `Idempotency-Key`, or without one the same text, sends it once. 60 an hour.
         */
        post: operations["sendOrderMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/support/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a file for messages
         * @description For accounts that are listed as operators. At most 10 MB, of one of these types, by its content: png, jpeg, webp, pdf, stl, 3mf, gcode. It can be read once a message names it, by anyone with the message’s link. 30 an hour.
         */
        post: operations["uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an order on hold
         * @description For accounts that are listed as operators. A held order is not accepted, printed or shipped until it is released; it can be cancelled and rejected. Customers do not see the reason. Holding a held order replaces the reason.
         */
        post: operations["holdOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release an order from hold
         * @description For accounts that are listed as operators. Releasing an order that is not held changes nothing.
         */
        post: operations["releaseOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/priority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the priority of an order
         * @description For accounts that are listed as operators. The queue lists higher priorities first.
         */
        post: operations["setOrderPriority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an internal note to an order
         * @description For accounts that are listed as operators. Customers never see notes. A note is never changed, and adding one does not raise the version of the order.
         */
        post: operations["addOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/{code}/reprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Print parts of an order again, free of charge
         * @description For accounts that are listed as operators. Parts that were printed turned out to be bad, or were lost in transit: they count as scrap and are queued as print jobs again. No money moves. A PRINTED, SHIPPED or DELIVERED order is PRINTING again, and the order’s page shows it; one that was shipped gets a new ship date and needs tracking again. Parts of such an order that had no print job are counted as printed manually. `version` ensures that a repeated request queues nothing.
         */
        post: operations["reprintOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of many orders
         * @description For accounts that are listed as operators. Changes no order: it fixes the orders of the action with their versions, and states why it excludes others. `accept`, `start`, `finish`, `ship` and `deliver` take the orders that wait for that step. Up to 1000 orders; an action is kept for 90 days.
         */
        post: operations["previewBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/bulk/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carry out a previewed change
         * @description For accounts that are listed as operators. Changes exactly the previewed orders, each in a separate write, and only those that have not changed since. Confirming again changes nothing; it finishes a confirmation that was interrupted.
         */
        post: operations["confirmBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/orders/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bulk action
         * @description For accounts that are listed as operators or viewers.
         */
        get: operations["readBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the card processor
         * @description Verified by the processor’s signature over the raw body. A repeated event changes nothing.
         */
        post: operations["receiveProcessorEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the card processor (older name)
         * @deprecated
         * @description Verified by the processor’s signature over the raw body. A repeated event changes nothing.
         */
        post: operations["receiveProcessorEventAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/order-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the status of a website order
         * @description For CART-, ORD- and STORE- codes. Orders of this API are never changed by it. A code that was not ordered here is an order of another website, for which only the progress is stored. An order that is not paid can only be closed, and one that was closed and refunded in full stays closed.
         */
        post: operations["setWebOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/orders/{code}/print-finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a print job ended
         * @description Moves an order from PRINTING to PRINTED, and leaves one in any other state alone.
         */
        post: operations["reportPrintFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/orders/{code}/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an order and queue its print jobs
         * @description For operators. A RECEIVED order becomes ACCEPTED, and parts without a job are put on plates: as many as fit next to each other and print within 20 hours, one per job if the file is sliced or was never measured. To plan them differently, send `plates`. A plate has 1 to 50 `parts`; `plate` is its number (the next free one if omitted), `fileId` a sliced file of `/api/farm/print-upload` (the order’s file if omitted). If the order’s file is sliced, each of its jobs prints 1 part. In an order of several lines, `line` states whose parts they are. All jobs of a line together have no more parts than were ordered. Calling it again adds nothing. 30 an hour.
         */
        post: operations["queueOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List print jobs
         * @description For operators and viewers, 50 a page. Queued jobs come in the order in which they are claimed, failed ones oldest first, ended ones newest first.
         */
        get: operations["listPrintJobs"];
        put?: never;
        /**
         * Add print jobs to an accepted order
         * @description For operators. A plate has 1 to 50 `parts`; `plate` is its number (the next free one if omitted), `fileId` a sliced file of `/api/farm/print-upload` (the order’s file if omitted). If the order’s file is sliced, each of its jobs prints 1 part. In an order of several lines, `line` states whose parts they are. All jobs of a line together have no more parts than were ordered. 36 an hour.
         */
        post: operations["createPrintJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/{id}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Requeue, cancel, count or reprint a print job
         * @description For operators. `requeue` puts a failed job back into the queue, or takes it from its printer. `cancel` ends it; its parts can be queued again. `finish` records it as printed manually: all parts are good except `scrap`; a shared plate that a printer has is counted as a whole, with `jobs` unless all parts are good or all are scrap. `reprint` queues `parts` good parts of a done job again, because they turned out to be bad; nothing is charged. `scrapReason` says why parts of either are scrap. It needs the `version` of the job, so that a repeated request does not queue the parts twice; the other actions check it when it is given. A printer that has the job learns of it at its next heartbeat.
         */
        post: operations["changePrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/{id}/reslice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Slice the plate of a print job
         * @description For operators. Slices the order’s model, as many copies as the job has parts, with the temperatures of its material; the g-code becomes the job’s file. Omitted fields are as ordered. `supports` prints the part as designed, with or without them; if omitted, it is printed as decided for the part: as designed, turned, or with supports. Takes up to a minute. The order’s price does not change. A job that changes meanwhile keeps its file. 20 an hour.
         */
        post: operations["reslicePrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/print-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a sliced file for an order
         * @description For operators. The file is checked like the sliced file of an order. It becomes the file of the job `jobId`, or is planned with POST /api/farm/jobs. The order’s price does not change. 24 an hour.
         */
        post: operations["uploadPrintFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim the next print job
         * @description The job with the highest priority, then the earliest due date, that fits: `materials`, `colors` (jobs of orders without a color fit every printer), `nozzleDiameters` and `volumeMm`; an omitted one does not restrict the claim, unless the printer’s record has it: its spools restrict every claim. `files` are the kinds of file that the printer accepts, plain g-code unless given or recorded. A printer that is paused or in maintenance, has an error, or has a plate that is not cleared gets no job; `reason` states why. Orders on hold are skipped. The order becomes PRINTING. No two claims get the same job. With `sharedPlates: true` it may be a job whose plate several orders share (`plateJobs`); such plates are planned where every printer in service claims like that. With `holdsNone: true` the program states that this printer has no job: a claim without a heartbeat, whose response was lost, is first put back. Such a program sends a heartbeat as soon as it has a job. The claim lasts 10 minutes; each heartbeat renews it. After 3 claims without parts the job needs an operator.
         */
        post: operations["claimPrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/{id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the claim on a print job
         * @description Every minute, from the claim to the report. `printing: true` once the printer has started. When `stop` is set, the job was withdrawn (the order is cancelled, refunded, on hold, or an operator took the job): stop the print and claim another job. A plate that several jobs share continues while one of them is needed.
         */
        post: operations["renewPrintJobClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/{id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a finished print job
         * @description `good` and `scrap` add up to the job’s parts; `scrap` is the rest if omitted. A plate that several jobs share (`plateJobs`) is reported once, by the job that was claimed: with totals if all of its parts are good or all are scrap, otherwise with `jobs`, the counts of each. Scrap is queued again as a job of the same order, and nothing is charged for it. When all parts of an order are good it becomes PRINTED. `scrapReason` says why parts are scrap. Sending the same report again changes nothing: counts are compared, the first reason stays.
         */
        post: operations["completePrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a failed print job
         * @description The job goes back to the queue; after 3 attempts it is `failed` and an operator decides. Sending the same report again changes nothing. For a fault that does not concern the job, such as a lost connection to the printer, send `attempt: false`: the job goes back to the queue, and the attempt does not count.
         */
        post: operations["failPrintJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/jobs/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a print job
         * @description For the farm’s programs: the file of the claimed job, as it was sliced or uploaded.
         */
        get: operations["downloadPrintJobFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/printers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Report a printer
         * @description Every 30 seconds and after each change, with a job or without. An unknown printer is added. An omitted field of `model`, `bedMm`, `nozzleDiameter`, `firmware` and `files` does not change. `spools` are recorded until an operator sets them at the desk. Omitted `temperatures` and `controls` are not known; without `controls`, the program gets no commands. `finished`: a print has ended and its parts are on the plate; `jobId` is its job, also when that has ended. The plate is cleared at the desk or with POST /api/farm/printers/{name}/clear. `offline`: the program cannot reach the printer, `detail` states why, and its job and plate stay as they were; unknown printers are refused. A printer without contact for 120 s is offline; claims and heartbeats of jobs count as contact. A report renews no claim.
         */
        put: operations["reportPrinter"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/printers/{name}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a cleared plate
         * @description For an operator at the printer; the desk has a button for it. The job on the plate is counted: all its parts are good except `scrap`, which is queued again. A plate that several jobs share is counted with `jobs`, unless all of its parts are good. `scrapReason` states why parts are scrap. If the job has already ended, nothing is counted. The printer’s program learns of it with its next report. `jobId` and `since` name the plate: the job of the report, and the `since` of the response to it while its state is `finished`. With them a repeated request counts nothing twice and succeeds, and a request for an earlier plate is refused; without them, the current plate is cleared.
         */
        post: operations["clearPlate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/printers/{name}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a picture of a printer
         * @description A PNG, JPEG or WebP of at most 512 KiB from the printer’s camera, about once a minute while it prints. It replaces the last one. Only operators and viewers see it, at the desk. The printer must have reported before.
         */
        put: operations["putPrinterPicture"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List commands for printers
         * @description Commands of operators that no program has taken, oldest first. A program whose reports have `controls` asks every few seconds while one of its printers prints, once for all of them. A command that is not taken within 180 s lapses.
         */
        get: operations["listPrinterCommands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/commands/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a command
         * @description Before a command is carried out. `taker` is a UUID that the program makes for the command and stores: a repeated request with it succeeds, and any other is refused, so that a command is carried out at most once. After a refusal, do not carry it out.
         */
        post: operations["takePrinterCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/farm/commands/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the outcome of a command
         * @description `done` when the printer has done what it was told, `failed` with the reason if it has not. The first outcome counts. The desk shows a command without an outcome as unconfirmed after five minutes. Only the program that took it may report it.
         */
        post: operations["endPrinterCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Needs no database: it is 200 as long as the process responds.
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check everything that the process needs
         * @description For load balancers: 503 while something that the service needs has failed.
         */
        get: operations["readReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Sends a code to the address; at most 3 in 15 minutes, for each address. One network address can send 20 requests in an hour. The code confirms the address and signs in. The response is the same for an address that has an account, and its email then says that. An account that is not confirmed within a day is deleted.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-otp/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an address by its code
         * @description Sets the session cookie. One network address can send 60 wrong codes in 15 minutes.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-otp/send-verification-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send another code
         * @description Sends a code to the address; at most 3 in 15 minutes, for each address. One network address can send 20 requests in an hour. The response is the same for an address without an account.
         */
        post: operations["sendVerificationCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie, which lasts 30 days. For one email address there are 30 tries in 15 minutes from one network address, and 200 tries in 15 minutes from all addresses together; correct passwords count as well. One network address can send 100 wrong passwords in 15 minutes, to all accounts together. The response also sets a known-device cookie. A client that sends it back has its own allowance of 30 tries in 15 minutes. For an operator or viewer with a second factor, the response says `twoFactorRedirect` instead and sets a cookie for ten minutes: send a code with it.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-otp/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a code to set a new password
         * @description Sends a code to the address; at most 3 in 15 minutes, for each address. One network address can send 20 requests in an hour. The response is the same for an address without an account.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-otp/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by code
         * @description Ends every session of the account and forgets its known devices. One network address can send 60 wrong codes in 15 minutes.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/two-factor/verify-totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter the code of an authenticator app
         * @description Completes the sign-in of an operator or viewer who has a second factor. A code works once. 10 wrong codes in a row lock the account for 60 minutes.
         */
        post: operations["verifySecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/two-factor/verify-backup-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a backup code instead
         * @description For operators and viewers without their authenticator app. Each backup code works once.
         */
        post: operations["useBackupCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session and clears its cookie.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description The session of the cookie. Never a 401: without a session the response is null.
         */
        get: operations["readSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description OpenAPI 3.1, for clients and generators. `/openapi.yaml` is the same document as YAML, `/openapi-3.0.json` the same for tools that read 3.0 only. `If-None-Match` gets 304 while it is unchanged.
         */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi-3.0.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document as OpenAPI 3.0
         * @description Derived from the document at `/openapi.json`, for tools that do not read 3.1.
         */
        get: operations["readOpenApi30"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document as YAML
         * @description The document at `/openapi.json`, for tools that read YAML.
         */
        get: operations["readOpenApiYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a summary of the service for language models
         * @description What the service does, its endpoints and its tools, in plain words.
         */
        get: operations["readLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics
         * @description Requests, agent tools, pools, queues, orders and money. The numbers cover all processes and hosts, whichever of them responds.
         */
        get: operations["readMetrics"];
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
        /** @description The request succeeded. */
        AccountDeleted: {
            /** @description Always true. */
            deleted: boolean;
        };
        /** @description The logo on the packing slips of the account’s orders; null means none. */
        AccountLogo: {
            logo: components["schemas"]["Logo"] | null;
        };
        /** @description Whether a generation is running, and which. */
        ActiveGeneration: components["schemas"]["NoActiveGeneration"] | components["schemas"]["RunningGeneration"];
        AddOrderNoteRequest: {
            /** @description 1 to 2000 characters; line ends stay. */
            text: string;
        };
        /** @description A value that was changed. */
        Adjustment: {
            /** @description Its name in the request. */
            field: string;
            /** @description The value that was sent, at most 60 characters; of a text that was cut, its length. */
            sent: string;
            /** @description Value that is used instead. */
            used: number | string;
        };
        AnswerDisputeRequest: {
            text?: string | null;
        };
        /** @description An order of any kind. */
        AnyOrder: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description The status of the order, for programs. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The status, for people.
             * @enum {string}
             */
            statusLabel: "Awaiting payment" | "Received — in review" | "Accepted — queued to print" | "Printing" | "Printed — preparing to ship" | "Shipped" | "Delivered" | "Cancelled" | "Rejected";
            /** @description Whether money has been taken. */
            paid: boolean;
            /** @description Print plus postage in USD: the amount charged. */
            estimatedCost: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            /** @description The part of the order’s amount that was refunded; 0 if none. */
            refunded: number;
            breakdown: components["schemas"]["PriceBreakdown"];
            /** @description The material that was ordered. */
            material: components["schemas"]["Material"];
            /** @description The quality that was ordered. */
            quality: components["schemas"]["Quality"];
            /** @description The number of parts that was ordered. */
            quantity: number;
            /** @description The color that was ordered; `Default` when none was named. */
            color: string;
            dimensionsMm: number[] | null;
            unit: components["schemas"]["FileUnit"] | null;
            supports: ("none" | "turn" | "supports") | null;
            /** @description Whether an operator chose that for plates of the order, regardless of the decision for the part. */
            supportsByOperator: boolean;
            company: string | null;
            vatId: string | null;
            purchaseOrder: string | null;
            reference: string | null;
            /** @description null until the order ships. */
            tracking: components["schemas"]["Tracking"] | null;
            /**
             * Format: uri
             * @description The order’s page for people; it needs no login and shows no address.
             */
            statusUrl: string;
            /**
             * Format: date-time
             * @description The time at which it was placed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which anything about it last changed.
             */
            updatedAt: string;
            /**
             * @description Only while unpaid: what became of the charge. declined: the card was refused, or charged after the order was closed. not_made: the charge never reached the card processor; no money was taken. no_card: no card on file, so nothing was charged. settling: not known yet, so pay nothing. A settling charge settles within minutes; do not order again.
             * @enum {string}
             */
            charge?: "declined" | "not_made" | "no_card" | "settling";
            /** @description One sentence on the payment, while it is unpaid; a decline is quoted word for word. */
            message?: string;
            /**
             * Format: date-time
             * @description The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled.
             */
            payUntil?: string;
            paymentUrl?: string | null;
        };
        /** @description Facts about the API key of an account. */
        ApiKeyStatus: {
            /** @description Whether the account has a key. */
            exists: boolean;
            /** @description Its first characters; null without a key. */
            prefix: string | null;
            /** @description null without a key. */
            createdAt: string | null;
            replaced?: components["schemas"]["ReplacedApiKey"];
        };
        /** @description The mesh was repaired. */
        AppliedMeshRepair: {
            /** @constant */
            applied: true;
            /** @description Joined. */
            weldedVertices: number;
            /** @description Triangles without an area. */
            removedDegenerates: number;
            /** @description Triangles whose orientation was corrected. */
            flippedFaces: number;
            /** @description Closed. */
            filledHoles: number;
            /** @description Still open. */
            remainingBoundaryEdges: number;
            /** @description Applied to the engine’s file; 1 = none. */
            scaleApplied: number;
            /** @description Whether the surface was smoothed. */
            smoothed: boolean;
            /** @description Whether it was hollowed. */
            hollowed: boolean;
            /** @description Whether it was rotated to print better. */
            reoriented: boolean;
            hollowWallMm: number | null;
            /** @description Bodies. */
            partCount: number;
            /** @description Further remarks. */
            notes: string[];
        };
        /** @description A file that messages can name. */
        Attachment: {
            /** @description The id for `attachmentIds` of a message. */
            attachmentId: string;
            /** @description The file name that was sent. */
            name: string;
            /** @description The type of the content, regardless of the file name. */
            contentType: string;
            /** @description Its size. */
            bytes: number;
        };
        /** @description Sides in mm. */
        BoundingBox: {
            /** @description mm. A number, not text. */
            x: number;
            /** @description mm. A number, not text. */
            y: number;
            /** @description mm. A number, not text. */
            z: number;
        };
        /** @description Build volume of a printer. */
        BuildVolumeMm: {
            x: number;
            y: number;
            z: number;
        };
        /** @description A change of many orders. */
        BulkAction: {
            /** @description The id of the action. */
            id: string;
            /**
             * @description The change that was requested.
             * @enum {string}
             */
            action: "accept" | "start" | "finish" | "ship" | "deliver" | "hold" | "release" | "priority";
            /** @description The operator who previewed it. */
            by: string;
            confirmedAt: string | null;
            /** @description Whether orders without tracking are shipped. */
            withoutTracking: boolean;
            counts: components["schemas"]["BulkCounts"];
            /** @description In the order of the selection or the queue. */
            orders: components["schemas"]["BulkOrder"][];
        };
        /** @description How many orders of each outcome. */
        BulkCounts: {
            /** @description Will be changed by the confirmation. */
            pending: number;
            /** @description Changed. */
            done: number;
            /** @description The excluded orders, with the reason in `why`. */
            excluded: number;
            /** @description Changed by someone else between preview and confirmation; nothing was overwritten. */
            refused: number;
        };
        /** @description Effect of an action on an order. */
        BulkOrder: {
            /** @description The order. */
            code: string;
            version: number | null;
            /**
             * @description See `counts`.
             * @enum {string}
             */
            outcome: "pending" | "done" | "excluded" | "refused";
            why: ("held" | "not_held" | "same_priority" | "wrong_status" | "unpaid" | "changed" | "not_found" | "no_tracking" | "refunded" | "needs_review") | null;
            /** @description Set for a pending order of `finish` or `ship` that has fewer good parts than were ordered. The confirmation cancels its open print jobs. */
            short: components["schemas"]["PartCount"] | null;
        };
        /** @description An order and the version that was seen. */
        BulkTarget: {
            code: string;
            version?: number;
        };
        /** @description The tracking of an order. */
        BulkTracking: {
            code: string;
            carrier: string;
            number: string;
            url?: string | null;
        };
        BuyCreditsRequest: {
            /** @description The number of credits of a pack that is sold. */
            pack: number;
        };
        BuyGiftCardRequest: {
            /** @description 500 to 50000. */
            amountCents: number;
            /** @description Gets the code by email. */
            recipientEmail: string;
            message?: string | null;
        };
        /** @description Debt of a buyer for a gift card or credits. */
        BuyerDebt: {
            /** @description The debt. */
            id: string;
            /** @description The purchase whose payment was returned. */
            purchaseId: string;
            /** @description The buyer. */
            email: string;
            /** @description The amount that was spent before its payment was reversed, in cents. */
            cents: number;
            /** @description Amount still owed, in cents. */
            leftCents: number;
            /** @description Amount that the buyer paid of it before the payment came back, and that was not refunded yet, in cents. */
            owedBackCents: number;
            note: string | null;
            /**
             * Format: date-time
             * @description The time at which the payment was returned.
             */
            at: string;
        };
        /** @description Buyer details that orders use by default; null means none. */
        BuyerDefaults: {
            company: string | null;
            vatId: string | null;
            purchaseOrder: string | null;
        };
        /** @description A generation that was cancelled. */
        CancelledGeneration: {
            /** @constant */
            ok: true;
            /** @description Credits that were refunded; 0 when none were charged. */
            creditsReturned: number;
        };
        /** @description The page on which a card is saved. */
        CardPage: {
            /**
             * Format: uri
             * @description The processor’s page.
             */
            url: string;
        };
        /** @description Outcome for the card. */
        CardRemoved: {
            /** @description Whether there was a card. */
            removed: boolean;
        };
        /** @description Parts to be priced or ordered together. */
        Cart: {
            /** @description 1 to 50 parts. */
            items: components["schemas"]["CartItem"][];
            /** @description US unless given. */
            country?: components["schemas"]["Country"];
            /** @description The code of a gift card. */
            giftCard?: string;
        };
        /** @description A part of a cart. */
        CartItem: {
            /** @description A stored model of the account, or one of the gallery: `gs://...`. */
            modelUrl: string;
            /** @description pla unless given. */
            material?: components["schemas"]["Material"];
            /** @description standard unless given. */
            quality?: components["schemas"]["Quality"];
            color?: string | null;
            /** @description 1 to 50; 1 unless given. */
            quantity?: number;
            /** @description Percent, clamped to 10-100; 20 unless given. */
            infill?: number;
            /** @description mm, clamped to 20-75% of the nozzle; 0.2 unless given. */
            layerHeight?: number;
            /** @description mm: 0.2, 0.4 (default), 0.6 or 0.8. */
            nozzleDiameter?: number;
            /** @description standard unless given. */
            nozzleFlow?: components["schemas"]["NozzleFlow"];
            units?: components["schemas"]["LengthUnit"] | null;
            /** @description The price of this line that the buyer saw. */
            expectedCents?: number;
        };
        ChangeModelRequest: {
            /** @description Longest side of the whole model, 5 to 2000. A model that does not fit the printer has to be cut. */
            sizeMm?: number;
            /** @description Rotates it to the side on which it prints best; for a cut, every part. */
            orient?: boolean;
            /** @description Make it hollow with this wall, 0.4 to 10. If that leaves no cavity, the wall is made thinner. */
            hollowWallMm?: number;
            /** @description Every change repairs the mesh. Without other changes, the copy is only repaired. */
            repair?: boolean;
            /** @description "plate": into parts that each fit the printer. An object: in two, at a plane. */
            cut?: "plate" | {
                /**
                 * @description x is the width, y the depth, z the height.
                 * @enum {string}
                 */
                axis: "x" | "y" | "z";
                /** @description The distance from the lowest point of the model along the axis, after a change of its size. */
                atMm: number;
            };
        };
        ChangePrintJobRequest: {
            /** @enum {string} */
            action: "requeue" | "cancel" | "finish" | "reprint";
            scrap?: number | null;
            jobs?: components["schemas"]["JobCounts"][] | null;
            scrapReason?: ("adhesion" | "warping" | "surface" | "extrusion" | "layer_shift" | "supports" | "spool" | "connection" | "color" | "removal" | "transport" | "other") | null;
            parts?: number | null;
            version?: number | null;
        };
        /** @description A model that a change made. */
        ChangedModel: {
            /** @description The id for `/api/slice-quote`. */
            generationId: string;
            /**
             * Format: uri
             * @description `gs://` address of the model, for `modelUrl` of an order and `model_url` of `quote_print`. It ends with `#units=` and the unit, if the upload stated one. It always means these bytes in this unit, whatever is uploaded later.
             */
            modelUrl: string;
            /** @description The name that was sent; of an OBJ the name of the STL made of it. */
            fileName: string;
            /** @description Size of the file behind `modelUrl`. */
            bytes: number;
            /** @description Width, depth and height. */
            dimensionsMm: number[];
            /** @description The volume of the repaired body. */
            volumeCm3: number;
            /** @description The number of the part, from 1; 1 without a cut. */
            part: number;
            /**
             * Format: uri
             * @description Its page, with its price.
             */
            url: string;
        };
        /** @description The result of a change. */
        ChangedModels: {
            /** @description Id of the source model, which does not change. */
            madeFrom: string;
            /** @description The change, in a few words. */
            change: string;
            /** @description One model, or the parts of a cut, the lowest first. Each can be quoted and ordered by its `modelUrl`. */
            models: components["schemas"]["ChangedModel"][];
            /** @description Names in the body that had no effect. */
            ignored?: string[];
        };
        CheckGiftCardRequest: {
            /** @description GIFT-XXXX-XXXX-XXXX, in any letter case. */
            code: string;
        };
        CheckOutRequest: {
            /** @description 1 to 50 parts. */
            items: components["schemas"]["CartItem"][];
            /** @description US unless given. */
            country?: components["schemas"]["Country"];
            /** @description The code of a gift card. */
            giftCard?: string;
            /** @description The address that the parcel goes to. */
            address: components["schemas"]["ShippingAddress"];
            company?: string | null;
            vatId?: string | null;
            purchaseOrder?: string | null;
            reference?: string | null;
            note?: string | null;
            /** @description The `totalCents` that the buyer saw, before a gift card. An order with another total is refused: postage can change as well. */
            expectedTotalCents?: number;
            /** @description A different one for each checkout: a repeat with the same body returns the same order. */
            idempotencyKey: string;
        };
        CheckPrintabilityForm: {
            /**
             * Format: binary
             * @description The mesh: .stl, .obj, .glb, .gltf (nothing outside the file) or .3mf, at most 25 MB. STL and OBJ numbers are millimeters, glTF numbers are meters, a 3MF file states its unit.
             */
            file: Blob;
            /** @description Unit of the numbers in the file, when it is not the format’s. */
            units?: components["schemas"]["LengthUnit"];
        };
        CheckPrintabilityJson: {
            /**
             * Format: uri
             * @description `gs://` address of a model of this account. Needs a session.
             */
            modelUrl: string;
            /** @description Unit of the numbers in the file, if it differs from the unit of its upload. */
            units?: components["schemas"]["LengthUnit"];
        };
        /** @description Repairs in a copy before it was judged. */
        CheckRepair: {
            /** @description Vertices on open edges that were joined to a neighbor. */
            weldedVertices: number;
            /** @description Triangles without an area that were removed. */
            removedDegenerates: number;
            /** @description Triangles that were in the file twice. */
            removedDuplicates: number;
            /** @description Triangles that shared no edge with any other. */
            removedLoose: number;
            /** @description Triangles whose winding was wrong. */
            flippedFaces: number;
            /** @description Holes that were closed: rings, not edges. */
            filledHoles: number;
            /** @description Open edges that could not be closed. */
            remainingBoundaryEdges: number;
        };
        /** @description An order of a cart and where to pay it. */
        Checkout: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            checkoutUrl: string | null;
            paymentUrl: string | null;
            /** @description Whether money has been taken. */
            paid: boolean;
            /** @description Print and postage. */
            totalCents: number;
            /** @description The part of the total that the gift card pays. */
            giftCents: number;
            /** @description Remaining amount to pay by card. */
            dueCents: number;
            /**
             * Format: uri
             * @description The order’s page for people; it needs no login and shows no address.
             */
            statusUrl: string;
            /** @description In the order of `items`. */
            lines: components["schemas"]["CheckoutLine"][];
            /** @description Names in the body that had no effect; absent if there are none. */
            ignored?: string[];
        };
        /** @description A part of an order and its price. */
        CheckoutLine: {
            /** @description The price of the line without postage. */
            printCents: number;
            /** @description The ordered color; `Default` if none was named. */
            color: string;
            /** @description Only when the color is not in stock, or none was given: its rate, and the rate of a stock color. When premium came without finer layers. And when the part is printed with supports, at no extra charge, or turned, so that it needs none. */
            note?: string;
            /** @description Values that were changed, such as a quantity of 200 to 50. Absent when there are none. */
            adjusted?: components["schemas"]["Adjustment"][];
        };
        /** @description The job that was claimed, or when to ask again. */
        Claim: {
            /** @description null: nothing that this printer can print. */
            job: components["schemas"]["ClaimedPrintJob"] | null;
            /** @description The seconds after which a printer without a job should ask again. */
            retryAfterSeconds: number;
            reason: string | null;
        };
        ClaimPrintJobRequest: {
            printer: string;
            materials?: ("pla" | "petg" | "abs" | "asa" | "tpu")[] | null;
            colors?: string[] | null;
            nozzleDiameters?: (0.2 | 0.4 | 0.6 | 0.8)[] | null;
            volumeMm?: components["schemas"]["BuildVolumeMm"] | null;
            files?: ("gcode" | "plates" | "model")[] | null;
            sharedPlates?: boolean | null;
            holdsNone?: boolean | null;
        };
        /** @description A print job with the proof of its claim and its file. */
        ClaimedPrintJob: {
            /** @description The job’s id. */
            id: string;
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            orderCode: string;
            /** @description The line of the order whose parts it prints. Absent if the order has only one. */
            line?: number;
            /** @description The plate of the order, from 1. A reprint has the number of the plate it repeats. */
            plate: number;
            /** @description Its parts on the plate. */
            parts: number;
            /** @description All jobs of a plate that several jobs share, this one included: they are printed from one file, in one run. Absent where the plate prints this job alone. */
            plateJobs?: components["schemas"]["PlateJob"][];
            /**
             * @description failed: every attempt failed, and an operator decides.
             * @enum {string}
             */
            state: "queued" | "claimed" | "printing" | "done" | "failed" | "cancelled";
            /** @description Incremented by every change except heartbeats; send it with the next change. */
            version: number;
            /** @description The material that was ordered. */
            material: components["schemas"]["Material"];
            /** @description The ordered color; `Default` if none was named. */
            color: string;
            /** @description The diameter of the nozzle in mm. */
            nozzleDiameter: number;
            /** @description Machine hours of all parts: from its file, otherwise estimated from its model. */
            printHours: number;
            /**
             * @description gcode: plain g-code. plates: a .gcode.3mf. model: a mesh that has not been sliced yet.
             * @enum {string}
             */
            fileKind: "gcode" | "plates" | "model";
            slicing: components["schemas"]["PlateSlicing"] | null;
            fileId: string | null;
            /**
             * Format: uri
             * @description The address at which the farm’s programs download it.
             */
            fileUrl: string;
            /** @description The priority of the order. Jobs of higher ones are claimed first. */
            priority: number;
            dueAt: string | null;
            good: number | null;
            scrap: number | null;
            reason: string | null;
            aloneReason: ("misplaced" | "unsliced") | null;
            printer: string | null;
            leasedUntil: string | null;
            /** @description Claims so far. */
            attempts: number;
            progress: number | null;
            remainingSeconds: number | null;
            reprintOf: string | null;
            /**
             * Format: date-time
             * @description The time at which it was queued.
             */
            createdAt: string;
            claimedAt: string | null;
            finishedAt: string | null;
            /** @description Token of this claim; send it with every report about the job. */
            lease: string;
            note: string | null;
            supports: components["schemas"]["PrintAdvice"] | null;
            file: components["schemas"]["JobFile"];
        };
        ClearPlateRequest: {
            scrap?: number | null;
            jobs?: components["schemas"]["JobCounts"][] | null;
            scrapReason?: ("adhesion" | "warping" | "surface" | "extrusion" | "layer_shift" | "supports" | "spool" | "connection" | "color" | "removal" | "transport" | "other") | null;
            jobId?: string | null;
            since?: string | null;
        };
        /** @description A plate that was cleared. */
        ClearedPlate: {
            job: components["schemas"]["PrintJob"] | null;
        };
        CompletePrintJobRequest: {
            lease: string;
            good?: number | null;
            scrap?: number | null;
            jobs?: components["schemas"]["JobCounts"][] | null;
            scrapReason?: ("adhesion" | "warping" | "surface" | "extrusion" | "layer_shift" | "supports" | "spool" | "connection" | "color" | "removal" | "transport" | "other") | null;
        };
        CompleteUploadRequest: {
            /** @description The id that `/api/print-upload/sign` returned. */
            uploadId: string;
        };
        /** @description The address is confirmed. */
        ConfirmedAddress: {
            /** @description Always true. */
            status: boolean;
            token: string | null;
            user: components["schemas"]["User"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A country that the farm ships to.
         * @enum {string}
         */
        Country: "US" | "CA" | "GB" | "AU" | "DE" | "FR" | "IN" | "NL" | "IE" | "NZ" | "SE" | "IT" | "ES" | "MX";
        CreateExtensionTokenRequest: {
            name: string;
        };
        CreatePrintJobsRequest: {
            code: string;
            plates: components["schemas"]["Plate"][];
            version?: number | null;
        };
        /** @description A new extension token. */
        CreatedExtensionToken: {
            /**
             * Format: uuid
             * @description The id for revoking it.
             */
            id: string;
            /** @description The first characters, to distinguish secrets. */
            prefix: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string;
            /** @description The secret. This is the only time that it is shown. */
            token: string;
        };
        CreditDebtRequest: {
            note: string;
        };
        /**
         * @description The currency of every amount.
         * @enum {string}
         */
        Currency: "USD";
        /** @description The session and its person. */
        CurrentSession: {
            session: components["schemas"]["Session"];
            user: components["schemas"]["User"];
        } & {
            [key: string]: unknown;
        };
        /** @description What a parcel declares at a customs border. */
        CustomsDeclaration: {
            /**
             * @description cn22: worth up to 300 special drawing rights, up to 2000 g and 4 articles. cn23: any other parcel.
             * @enum {string}
             */
            form: "cn22" | "cn23";
            /** @description Whether a commercial invoice accompanies it. */
            needsInvoice: boolean;
            /** @description The country from which the parcel is posted, in two letters. */
            postedFrom: string;
            /** @description An article for each line of the order. */
            lines: components["schemas"]["CustomsLine"][];
            /** @description The weight of all articles, in grams. */
            netGrams: number;
            grossGrams: number | null;
            /** @description The value of all articles. */
            valueCents: number;
            /** @description The amount charged for postage. */
            postageCents: number;
            /** @description What the form needs and the farm has not set; nothing is refused for it. */
            missing: ("sender" | "packaging_weight")[];
        };
        /** @description An article of a customs declaration. */
        CustomsLine: {
            /** @description The number of the line, from 1. */
            line: number;
            /** @description What the parts are. */
            description: string;
            /** @description Parts. */
            quantity: number;
            /** @description The billed weight of all parts, in grams. */
            netGrams: number;
            /** @description The amount charged for them after discounts, without postage. */
            valueCents: number;
            /** @description Six to ten digits of the Harmonized System, without dots. */
            hsCode: string;
            /** @description The country of origin, in two letters. */
            originCountry: string;
        };
        DeleteAccountRequest: {
            /**
             * @description That unused credits lapse.
             * @default false
             */
            losesCredits?: boolean;
        };
        DetectColorsForm: {
            /**
             * Format: binary
             * @description PNG, JPEG or WebP, at most 10 MB.
             */
            image: Blob;
        };
        DetectColorsJson: {
            /**
             * Format: uri
             * @description `gs://` address of a GLB of this account; of a generation its `previewUrl`.
             */
            modelUrl: string;
        };
        /** @description A color of a picture or model. */
        DetectedColor: {
            /** @description `#RRGGBB`. */
            hex: string;
            /** @description The share of the visible area, 0 to 1. */
            share: number;
            /** @description The nearest stock color. */
            stock: components["schemas"]["StockColorMatch"];
            /** @description The rate of PLA when `hex` itself is ordered: the material’s rate for a stock color, else the custom rate. */
            billedPerGram: number;
        };
        /** @description The colors of a picture or model. */
        DetectedColors: {
            /** @description At most six, the largest share first. */
            colors: components["schemas"]["DetectedColor"][];
        };
        /** @description A bank takes a payment back, or asks about it. */
        Dispute: {
            /** @description The card processor’s id. */
            id: string;
            /** @description Amount that the bank claims, in cents. */
            amountCents: number;
            /** @description Fee of the card processor for it. */
            feeCents: number;
            /** @description The card processor’s reason code, such as product_not_received. */
            reason: string;
            /**
             * @description The states that begin with warning_ are inquiries: the bank asks and holds no money.
             * @enum {string}
             */
            status: "warning_needs_response" | "warning_under_review" | "warning_closed" | "needs_response" | "under_review" | "won" | "lost" | "prevented";
            evidenceDueAt: string | null;
            evidenceSubmittedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which the bank opened it.
             */
            openedAt: string;
            closedAt: string | null;
        };
        /** @description The request succeeded. */
        Done: {
            /** @constant */
            ok: true;
        };
        /** @description A draft of a set. */
        Draft: {
            /** @description The id of its generation, whose status and result are read as for any other. */
            jobId: string;
            /** @description The number of the draft, from 1. */
            place: number;
            /**
             * @description done and error are final.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "error";
            creditsCharged: number | null;
            modelUrl: string | null;
            error: string | null;
            refinedJobId: string | null;
        };
        /** @description A part as the words describe it, with defaults. */
        DraftItem: {
            /** @description The address that was sent. */
            modelUrl: string;
            /** @description pla unless the text names one. */
            material: components["schemas"]["Material"];
            /** @description standard unless the text names another one. */
            quality: components["schemas"]["Quality"];
            /** @description A stock color, another color, or `Default`. */
            color: string;
            /** @description 1 if the text has no number of parts; `missing` names it if that is unclear. */
            quantity: number;
            /** @description Percent. */
            infill: number;
            /** @description mm; 0.1 for premium, 0.2 for standard unless the text names one. */
            layerHeight: number;
            /** @description mm */
            nozzleDiameter: number;
            /** @description standard or high. */
            nozzleFlow: components["schemas"]["NozzleFlow"];
        };
        DraftOrderRequest: {
            /** @description What to print, in English: "three copies in black PETG, 40% infill, shipped to Germany". */
            text: string;
            /** @description A stored model of the account, or one of the gallery: `gs://...`. */
            modelUrl: string;
            address?: components["schemas"]["PartialAddress"];
            company?: string | null;
            vatId?: string | null;
            purchaseOrder?: string | null;
            reference?: string | null;
        };
        /** @description Drafts of one request. */
        DraftSet: {
            /** @description The id that start returned. */
            id: string;
            /** @description The drafts that were not deleted, in order. */
            drafts: components["schemas"]["Draft"][];
            refineCredits: number | null;
        };
        /** @description Interpretation of the text, and its price. */
        DraftedOrder: {
            /** @description The body of POST /api/cart-reprice and, with an idempotencyKey, of POST /api/checkout. */
            draft: components["schemas"]["OrderDraft"];
            /** @description Fields to ask the customer for: required ones that the text does not state, and settings for which the text states several values or names one that is not offered. Without a color, the rate for other colors is billed, so `color` is among them. */
            missing: string[];
            quote: components["schemas"]["PricedCart"];
            /** @description Names in the body that had no effect; absent if there are none. */
            ignored?: string[];
        };
        /** @description Preview of a submit of this form. */
        DryRun: {
            /**
             * @description Always true: nothing was stored, ordered or charged.
             * @constant
             */
            dryRun: true;
            /** @description Print plus postage in USD: the amount charged. */
            estimatedCost: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            breakdown: components["schemas"]["PriceBreakdown"];
            dimensionsMm: number[] | null;
            unit: components["schemas"]["FileUnit"] | null;
            reference: string | null;
            wouldCharge: number | null;
            /** @description Only when the color is not in stock: its rate, and the rate of a stock color. When premium came without finer layers. When bodies of the model overlap: what they share is billed once. When something in the file is not printed. How many holes of its surface were closed to measure it. When the part is printed with supports, at no extra charge, or turned, so that it needs none. */
            note?: string;
            /** @description Values that were changed, such as a quantity of 200 to 50. Absent when there are none. */
            adjusted?: components["schemas"]["Adjustment"][];
            /** @description Names of fields in the form that mean nothing here and changed nothing, at most 60 characters of each; after 20 names the last entry counts the others. Absent when there is none. */
            ignored?: string[];
        };
        EditImageRequest: {
            /**
             * Format: binary
             * @description PNG, JPEG or WebP, at most 10 MB.
             */
            image?: Blob;
            /** @description A picture of this account from `/api/images` instead of a file. */
            imageUrl?: string;
            /** @description What to change, up to 500 characters. */
            prompt: string;
        };
        EndPrinterCommandRequest: {
            taker: string;
            /** @enum {string} */
            outcome: "done" | "failed";
            reason?: string | null;
        };
        /**
         * @description The engine that makes the model.
         * @enum {string}
         */
        Engine: "auto" | "engine_1" | "engine_2" | "engine_2_p1" | "engine_3" | "engine_4";
        /** @description Tracking as operators entered it. */
        EnteredTracking: {
            /** @description The carrier of the parcel. */
            carrier: string;
            /** @description The tracking number. */
            number: string;
            url: string | null;
        };
        EstimatePriceRequest: {
            /** @description The bounding box. Its sides, largest first, must fit 340 x 320 x 340 mm. Required, except with a key and a `modelUrl`. */
            bboxMm?: components["schemas"]["BoundingBox"];
            /**
             * @description Anything else is refused.
             * @default pla
             */
            material?: components["schemas"]["Material"];
            /**
             * @description Anything else is refused.
             * @default standard
             */
            quality?: components["schemas"]["Quality"];
            /**
             * @description Rounded: 2.5 becomes 3. At least 1. A number, not text. (An order cuts the fraction off.)
             * @default 1
             */
            quantity?: number;
            /** @description Cut to 64 characters, and omitted if it contains anything but letters, digits, spaces and `# ( ) , . _ -`. A color that is not in stock bills $0.20 per gram. Without a color, the material’s own rate applies here, but an order without a color bills $0.20. */
            color?: string;
            /** @description Instead of `bboxMm`, with an API key or an extension token: the `gs://` address of a model that the service holds for the account. The response is then what an order of it would be charged. `material`, `quality`, `quantity` and `color` mean what they mean there, as do the fields below. */
            modelUrl?: string;
            /** @description Unit of the numbers in the file, if it differs from the above or, for a `modelUrl`, from the unit of its upload. */
            units?: components["schemas"]["LengthUnit"];
            /**
             * @description Percent, clamped to 10-100; a fraction is cut off. Recorded as 100 for an already-sliced file.
             * @default 20
             */
            infill?: number;
            /**
             * @description mm. Any other value becomes 0.4.
             * @default 0.4
             */
            nozzleDiameter?: components["schemas"]["NozzleDiameter"];
            /**
             * @description High prints 1.6 times as fast. Anything else is read as standard.
             * @default standard
             */
            nozzleFlow?: components["schemas"]["NozzleFlow"];
            /**
             * @description mm, clamped to 20-75% of the nozzle: 0.08-0.30 on a 0.4 mm nozzle.
             * @default 0.2
             */
            layerHeight?: number;
            /**
             * @description Where the parcel of a stored model would go, in any letter case. An estimate from a box always has the postage of the US.
             * @default US
             */
            country?: components["schemas"]["Country"];
            /** @description Dollars, at most two decimals. An order whose total is higher, postage included, is refused: nothing is stored or charged. */
            maxTotal?: number;
        };
        /** @description The event was accepted. */
        EventReceived: {
            /** @constant */
            received: true;
        };
        /** @description An extension token without its secret. */
        ExtensionToken: {
            /**
             * Format: uuid
             * @description The id for revoking it.
             */
            id: string;
            /** @description The first characters, to distinguish secrets. */
            prefix: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: date-time
             * @description The time at which it was created.
             */
            createdAt: string;
        };
        /** @description Newest first. */
        ExtensionTokens: components["schemas"]["ExtensionToken"][];
        FailPrintJobRequest: {
            lease: string;
            reason: string;
            attempt?: boolean | null;
        };
        /** @description The job after its failure. */
        FailedPrintJob: {
            job: components["schemas"]["PrintJob"];
        };
        /**
         * @description Unit that a file was read in.
         * @enum {string}
         */
        FileUnit: "um" | "mm" | "cm" | "m" | "in" | "ft";
        /** @description A bank’s report that a payment was fraud. */
        FraudWarning: {
            /** @description The card processor’s id. */
            id: string;
            /** @description The bank’s reason code, such as made_with_stolen_card. */
            fraudType: string;
            /** @description Whether the payment was neither refunded nor disputed since. */
            actionable: boolean;
            /**
             * Format: date-time
             * @description The time at which the bank reported it.
             */
            warnedAt: string;
            resolution: string | null;
        };
        /** @description A model in the gallery. */
        GalleryEntry: {
            /** @description The id for withdrawing it. */
            id: string;
            /** @description The id that was sent. */
            generationId: string;
            /** @description The title, on one line. */
            title: string;
            /** @description `gs://` address, which everyone may now order and download. */
            modelUrl: string;
            /**
             * Format: uri
             * @description Its page in the gallery.
             */
            url: string;
            /**
             * Format: date-time
             * @description The time at which it was published.
             */
            publishedAt: string;
        };
        GenerateImageRequest: {
            /** @description What to draw, up to 500 characters. */
            prompt: string;
            /**
             * @description Pixels.
             * @default 1024x1024
             * @enum {string}
             */
            size?: "1024x1024" | "1024x768" | "768x1024" | "512x512";
        };
        /** @description What to make, as a form with pictures. */
        GenerationFromPictures: {
            /**
             * @description Anything else is refused. All but text cost 1 credit more.
             * @default image
             */
            inputMode?: components["schemas"]["InputMode"];
            /** @description Up to 500 characters; required for text and image_text. With image_text it changes the picture; with image and multiview it names the model. */
            prompt?: string;
            /**
             * Format: binary
             * @description For image and image_text: PNG, JPEG or WebP, at most 10 MB.
             */
            image?: Blob;
            /** @description A picture of this account, for image and image_text, from `/api/images` instead of a file. */
            imageUrl?: string;
            /** @description For multiview: 2 to 4 files, each at most 10 MB, in this order: front, left, back, right. Pictures in fields with these names belong to that side, and the others fill the remaining sides. */
            images?: Blob[];
            /**
             * Format: binary
             * @description The front, for multiview.
             */
            front?: Blob;
            /**
             * Format: binary
             * @description The left side, for multiview.
             */
            left?: Blob;
            /**
             * Format: binary
             * @description The back, for multiview.
             */
            back?: Blob;
            /**
             * Format: binary
             * @description The right side, for multiview.
             */
            right?: Blob;
            /** @description The id of a generation of this account that made no model: its pictures are used again if none are sent. They are kept for 24 hours, for the newest 10 such generations. */
            imagesOf?: string;
            /** @description The id of a draft to refine, at `/api/generate/start` only: a hi_fi model of its shape, for 3 credits or more. Other fields of the body are ignored. A draft has one refined model; a repeated request returns the same one. */
            refineOf?: string;
            /** @description Queues 4 drafts that differ by their seeds, at `/api/generate/start` only. Each costs what a draft costs; meshQuality, textureResolution and refinementPass then apply to the refinement. */
            drafts?: 4;
            /**
             * @description Whether the account gets an email when the generation has ended.
             * @default false
             */
            notify?: boolean;
            /**
             * @description hi_fi costs 2 credits instead of 1.
             * @default fast_draft
             */
            mode?: components["schemas"]["GenerationMode"];
            /** @description Free text, such as "low poly". Cut to 1024 characters. */
            style?: string;
            /**
             * @description Aims at 50,000, 200,000 or 500,000 triangles; high costs 1 credit more, ultra 2.
             * @default standard
             */
            meshQuality?: components["schemas"]["MeshQuality"];
            /**
             * @description Two of the engines can return quads.
             * @default triangles
             */
            topology?: components["schemas"]["Topology"];
            /**
             * @description off, light and strong run 0, 2 and 5 passes.
             * @default light
             */
            smoothing?: components["schemas"]["Smoothing"];
            /**
             * @description A wall that does not fit is thinned in steps of 0.4 mm down to 0.8 mm. An open surface stays solid.
             * @default solid
             */
            hollowing?: components["schemas"]["Hollowing"];
            /**
             * @description 0.4 to 10; anything else is 2.
             * @default 2
             */
            wallThicknessMm?: number;
            /** @description What not to make. Cut to 1024 characters; one engine family only, and with text only. */
            negativePrompt?: string;
            /**
             * @description One engine family only.
             * @default false
             */
            smartLowPoly?: boolean;
            /**
             * @description One engine family only; turns textures off.
             * @default false
             */
            generateParts?: boolean;
            /**
             * @description Whether the preview has textures.
             * @default true
             */
            textures?: boolean;
            /**
             * @description For results that can have textures, 4k costs 1 credit more, and 8k 2 more.
             * @default 2k
             */
            textureResolution?: components["schemas"]["TextureResolution"];
            /**
             * @description auto chooses an engine that supports the options. A named engine is always used; the notes of the result state which options it did not apply.
             * @default auto
             */
            engine?: components["schemas"]["Engine"];
            /**
             * @description Rarely has an effect, because models are stored as GLB.
             * @default glb
             */
            outputFormat?: components["schemas"]["OutputFormat"];
            /**
             * @description A second pass on engine_4; costs 2 credits more.
             * @default false
             */
            refinementPass?: boolean;
            /** @description A whole number; some engines honor it. */
            seed?: number;
            /** @description Longest side of the printed model, 5 to 340 mm. Without it, the size in the words applies ("8 cm tall"), otherwise 80 mm; the notes of the result state which. */
            sizeMm?: number;
        };
        /** @description What to make, in words. */
        GenerationFromText: {
            /** @description What to make, up to 500 characters. */
            prompt: string;
            /** @description The id of a generation of this account that made no model: its pictures are used again if none are sent. They are kept for 24 hours, for the newest 10 such generations. */
            imagesOf?: string;
            /** @description The id of a draft to refine, at `/api/generate/start` only: a hi_fi model of its shape, for 3 credits or more. Other fields of the body are ignored. A draft has one refined model; a repeated request returns the same one. */
            refineOf?: string;
            /** @description Queues 4 drafts that differ by their seeds, at `/api/generate/start` only. Each costs what a draft costs; meshQuality, textureResolution and refinementPass then apply to the refinement. */
            drafts?: 4;
            /**
             * @description Whether the account gets an email when the generation has ended.
             * @default false
             */
            notify?: boolean;
            /**
             * @description hi_fi costs 2 credits instead of 1.
             * @default fast_draft
             */
            mode?: components["schemas"]["GenerationMode"];
            /** @description Free text, such as "low poly". Cut to 1024 characters. */
            style?: string;
            /** @description A picture of this account from `/api/images` instead of a file; `inputMode` and the other fields are then read as in the form. */
            imageUrl?: string;
            advanced?: components["schemas"]["GenerationOptions"];
        };
        /** @description A generation, from its queue to its result. */
        GenerationJob: {
            /** @description The id that start returned. */
            id: string;
            /** @description The owner’s address. */
            userEmail: string;
            /**
             * @description done and error are final.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "error";
            /**
             * @description The stage of a running job.
             * @enum {string}
             */
            stage?: "enhancing" | "generating" | "downloading" | "repairing" | "measuring";
            progress?: components["schemas"]["GenerationProgress"];
            /** @description The time at which it was queued. Epoch milliseconds. */
            createdAt: number;
            /** @description The time at which it started. Epoch milliseconds. */
            startedAt?: number;
            /** @description The time at which it ended. Epoch milliseconds. */
            completedAt?: number;
            /** @description The response of `/api/generate`, when it is done. */
            result?: components["schemas"]["GenerationResult"];
            /** @description The `error` of `/api/generate`, when it ended in error. */
            error?: string;
            /** @description Why, for `nsfw` and `no_credits`. */
            message?: string;
            /** @constant */
            needsPayment?: true;
            /** @description The credits that it would cost, with `no_credits`. */
            creditsRequired?: number;
            /** @description The credits that the account has, with `no_credits`. */
            creditsAvailable?: number;
        };
        /**
         * @description A draft or a fine model.
         * @enum {string}
         */
        GenerationMode: "fast_draft" | "hi_fi";
        /** @description Options of a generation. */
        GenerationOptions: {
            /**
             * @description Aims at 50,000, 200,000 or 500,000 triangles; high costs 1 credit more, ultra 2.
             * @default standard
             */
            meshQuality?: components["schemas"]["MeshQuality"];
            /**
             * @description Two of the engines can return quads.
             * @default triangles
             */
            topology?: components["schemas"]["Topology"];
            /**
             * @description off, light and strong run 0, 2 and 5 passes.
             * @default light
             */
            smoothing?: components["schemas"]["Smoothing"];
            /**
             * @description A wall that does not fit is thinned in steps of 0.4 mm down to 0.8 mm. An open surface stays solid.
             * @default solid
             */
            hollowing?: components["schemas"]["Hollowing"];
            /**
             * @description 0.4 to 10; anything else is 2.
             * @default 2
             */
            wallThicknessMm?: number;
            /** @description What not to make. Cut to 1024 characters; one engine family only, and with text only. */
            negativePrompt?: string;
            /**
             * @description One engine family only.
             * @default false
             */
            smartLowPoly?: boolean;
            /**
             * @description One engine family only; turns textures off.
             * @default false
             */
            generateParts?: boolean;
            /**
             * @description Whether the preview has textures.
             * @default true
             */
            textures?: boolean;
            /**
             * @description For results that can have textures, 4k costs 1 credit more, and 8k 2 more.
             * @default 2k
             */
            textureResolution?: components["schemas"]["TextureResolution"];
            /**
             * @description auto chooses an engine that supports the options. A named engine is always used; the notes of the result state which options it did not apply.
             * @default auto
             */
            engine?: components["schemas"]["Engine"];
            /**
             * @description Rarely has an effect, because models are stored as GLB.
             * @default glb
             */
            outputFormat?: components["schemas"]["OutputFormat"];
            /**
             * @description A second pass on engine_4; costs 2 credits more.
             * @default false
             */
            refinementPass?: boolean;
            /** @description A whole number; some engines honor it. */
            seed?: number;
            /** @description Longest side of the printed model, 5 to 340 mm. Without it, the size in the words applies ("8 cm tall"), otherwise 80 mm; the notes of the result state which. */
            sizeMm?: number;
        };
        /** @description Interpretation of the request. */
        GenerationPlan: {
            /** @description The prompt that the engine received. */
            enhancedPrompt: string;
            /** @description Constraints added to make it printable. */
            addedConstraints: string[];
            /** @description The engine that ran; auto for a draft that requested none. */
            engineChosen: string;
            /** @description Why. */
            engineReasoning: string;
            /** @enum {string} */
            complexity: "simple" | "moderate" | "complex";
            /** @description The estimated duration. */
            estimatedSeconds: number;
            /** @description Row of the prompt log. */
            promptLogId: string;
            /** @description Row of the routing log. */
            routingLogId: string;
            /** @description Row of the validation log. */
            validationLogId: string;
        };
        /** @description Price of printing a generated model. */
        GenerationPrice: {
            /** @description The weight of one part. */
            grams: number;
            /** @description Machine hours. */
            printHours: number;
            /** @description The whole order, including flat US postage. */
            total: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            /** @enum {string} */
            material: "pla";
            /** @enum {string} */
            quality: "standard";
            /** @description The size on the plate. */
            sizeMm: components["schemas"]["SizeMm"];
            /** @description Whether it had to be made smaller than asked to fit the printer. */
            scaledToPlate: boolean;
            /** @description Assumptions of the estimate. */
            note: string;
        };
        /** @description Progress of a generation in progress. */
        GenerationProgress: {
            /** @description Completed share of the work, if the engine reports it. */
            percent?: number;
            /** @description Jobs before it, in our queue or, while it runs, in the engine’s. */
            ahead?: number;
            /** @description Whether it can still be cancelled: no engine was asked yet. */
            canCancel: boolean;
            /** @description An estimate while it runs. Absent after that time. */
            secondsLeft?: number;
        };
        /** @description A generated model. */
        GenerationResult: {
            /** @description `gs://` address of the repaired model: send it as `modelUrl` of an order. */
            modelUrl: string;
            /** @description The engine’s textured original; the same as `modelUrl` when there is no other. */
            previewUrl: string;
            /** @description False: storage failed; both addresses are the engine’s and expire within the hour. */
            persisted: boolean;
            meshRepair: components["schemas"]["MeshRepair"];
            printability: components["schemas"]["Printability"];
            /** @description tripo, fal, or demo when no engine is configured. */
            source: string;
            /** @description The task’s id at the engine. */
            taskId: string;
            /** @description The id of the generation, for `/api/retexture`. */
            generationId: string;
            /** @description The change that was requested. */
            mode: components["schemas"]["GenerationMode"];
            /** @description The change that was requested. */
            inputMode: components["schemas"]["InputMode"];
            /** @description Credits spent. */
            creditsCharged: number;
            agent: components["schemas"]["GenerationPlan"];
            /**
             * @description The verdict.
             * @enum {string}
             */
            printStatus: "ready" | "supports" | "repaired" | "needs-redesign";
            /** @description The verdict in words. */
            printDetail: string;
            /** @description 0 to 100. */
            printabilityScore: number;
            /** @description Problems found in the model. */
            issues: string[];
            /** @description Recommended changes. */
            recommendations: string[];
            /** @description One PLA part at standard quality; null when the model has no extent in some direction, or when nothing of it would print. */
            printEstimate: components["schemas"]["GenerationPrice"] | null;
            /** @description Where the size comes from (sizeMm, the words, or the usual size), then one sentence for each thing that was requested and not done, such as an option that the engine does not have. Absent for a file without a size. */
            notes?: string[];
            /** @description Names in the body that had no effect; absent if there are none. */
            ignored?: string[];
        };
        /** @description The balance of a gift card. */
        GiftCardBalance: {
            /** @description Whether it has a balance. */
            valid: boolean;
            /** @description Balance of the card; 0 for an unknown code. */
            balanceCents: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
        };
        /** @description Share of a gift card in a cart. */
        GiftCardShare: {
            /** @description Whether it has a balance. */
            valid: boolean;
            /** @description Its balance. */
            balanceCents: number;
            /** @description Share of the total that the card pays. */
            shareCents: number;
        };
        /** @description The claim after a heartbeat. */
        Heartbeat: {
            leasedUntil: string | null;
            stop: string | null;
        };
        HoldOrderRequest: {
            /** @description 1 to 200 characters. */
            reason: string;
            /** @description The version of the order that the change is based on. If the order has changed since, nothing is saved. If it is omitted or null, the change applies to the current order. */
            version?: number | null;
        };
        /**
         * @description Whether a model is solid.
         * @enum {string}
         */
        Hollowing: "solid" | "hollow";
        ImportModelRequest: {
            /**
             * Format: uri
             * @description Direct https link to a .stl, .obj, .3mf or .glb file, at most 100 MB.
             */
            url: string;
            /** @description Unit of the numbers in the file, as in `POST /api/print-upload`. */
            units?: components["schemas"]["LengthUnit"];
        };
        /**
         * @description Input of a generation.
         * @enum {string}
         */
        InputMode: "text" | "image" | "image_text" | "multiview";
        /** @description The buyer, as stated with the order. */
        InvoiceBuyer: {
            company: string | null;
            vatId: string | null;
            purchaseOrder: string | null;
            name: string | null;
            /** @description Line by line. */
            address: string[];
            /** @description The address that the confirmation went to. */
            email: string;
        };
        /** @description An invoice, a credit note or a cancellation. */
        InvoiceDocument: {
            /** @description 2026-000123; credit notes and cancellations begin with C. */
            number: string;
            /**
             * @description cancellation reverses a credit note, or a part of it, because its money came back.
             * @enum {string}
             */
            kind: "invoice" | "credit_note" | "cancellation";
            /**
             * Format: date-time
             * @description The time at which it was issued.
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description The time at which the money moved: the payment, or the refund.
             */
            movedAt: string;
            orderCode: string | null;
            correctsNumber: string | null;
            /** @description Name, address and tax number, line by line. */
            seller: string[];
            /** @description It stays as it was when the document was issued. */
            buyer: components["schemas"]["InvoiceBuyer"];
            /** @description The lines, without postage. */
            lines: components["schemas"]["InvoiceLine"][];
            postage: number | null;
            /** @description Lines and postage, tax included. Always positive. */
            total: number;
            /** @description The part of the total that a gift card paid or got back. */
            giftCard: number;
            /** @description The part of the total that the card paid or got back. */
            card: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            tax: components["schemas"]["InvoiceTax"] | null;
            /**
             * Format: uri
             * @description The document for print; for its account and for operators.
             */
            url: string;
        };
        /** @description A line of an invoice. */
        InvoiceLine: {
            /** @description Description of the line. */
            text: string;
            detail: string | null;
            /** @description Quantity. */
            quantity: number;
            /** @description The price of all of them. */
            amount: number;
        };
        /** @description The tax that a total contains. */
        InvoiceTax: {
            /** @description Percent. */
            ratePercent: number;
            /** @description The total without the tax. */
            net: number;
            /** @description The tax that the total contains. */
            amount: number;
        };
        IssueApiKeyRequest: {
            /**
             * @description How many hours the present key stays valid next to the new one, so that programs can switch to the new key without an outage. A key that was replaced earlier stops working immediately.
             * @default 0
             */
            overlapHours?: number;
        };
        /** @description The place of an issue. */
        IssuePlace: {
            /** @description The issue or recommendation, as it stands in its list. */
            about: string;
            at: number[] | null;
            sizeMm: number | null;
        };
        /** @description A new API key. */
        IssuedApiKey: {
            /** @description The key. This is the only time that it is shown. */
            key: string;
            /** @description The first characters, to distinguish secrets. */
            prefix: string;
            /**
             * Format: date-time
             * @description The time at which it was issued.
             */
            createdAt: string;
            replaced?: components["schemas"]["ReplacedApiKey"];
            /** @description Names in the body that had no effect; absent if there are none. */
            ignored?: string[];
        };
        /** @description Good and scrapped parts of one job; good is the rest if omitted. */
        JobCounts: {
            jobId: string;
            good?: number | null;
            scrap: number;
        };
        /** @description The file that a print job prints. */
        JobFile: {
            /**
             * Format: uri
             * @description GET with the same header.
             */
            url: string;
            /** @description The file’s name. */
            name: string;
            /** @description Its size. */
            bytes: number;
            /** @description The SHA-256 of its bytes, lower-case hex. */
            sha256: string;
            printSeconds: number | null;
        };
        /** @description Why a request failed. */
        JsonRpcError: {
            /** @description By JSON-RPC 2.0 and MCP. */
            code: number;
            /** @description The problem. */
            message: string;
            /** @description The supported versions or tools. */
            data?: {
                [key: string]: unknown;
            };
        };
        /** @description A JSON-RPC 2.0 error response. */
        JsonRpcFault: {
            /**
             * @description Always 2.0.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description null when the request’s was not readable. */
            id: (string | number) | null;
            /** @description A fault of the protocol. Refusals of tools are results. */
            error: components["schemas"]["JsonRpcError"];
        };
        /** @description A JSON-RPC 2.0 request. */
        JsonRpcRequest: {
            /**
             * @description Always 2.0.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description A string or an integer; left out in a notification. */
            id?: string | number;
            /** @description `tools/list`, `tools/call`, `server/discover`; before 2026-07-28 also `initialize` and `ping`. */
            method: string;
            /** @description Parameters of the method, and `_meta`. */
            params?: {
                [key: string]: unknown;
            };
        };
        /** @description A JSON-RPC 2.0 response. */
        JsonRpcResult: {
            /**
             * @description Always 2.0.
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @description A string or an integer; left out in a notification. */
            id: string | number;
            /** @description The result of the method. */
            result: {
                /** @description true when a tool refused; the reason is in content. */
                isError?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * @description Unit of the numbers of a model.
         * @enum {string}
         */
        LengthUnit: "mm" | "cm" | "m" | "in";
        /** @description A number of parts of a line. */
        LineParts: {
            line: number;
            quantity: number;
        };
        /** @description A spool that the farm treats as loaded. */
        LoadedSpool: {
            /** @description The place of an automatic changer, from 1. */
            slot: number;
            /**
             * @description The material.
             * @enum {string}
             */
            material: "pla" | "petg" | "abs" | "asa" | "tpu";
            /** @description A stock name, or the operator’s text. */
            color: string;
            gramsLeft: number | null;
        };
        /** @description The stored logo, a PNG. */
        Logo: {
            /** @description Pixels of the stored picture. */
            width: number;
            /** @description Pixels of the stored picture. */
            height: number;
            /**
             * Format: date-time
             * @description The time at which it was uploaded.
             */
            updatedAt: string;
        };
        /** @description A picture that was made for a generation. */
        MadeImage: {
            /**
             * Format: uri
             * @description `gs://` address, for `imageUrl` of `/api/generate` and `url` of `/api/model-proxy`. With `persisted` false it is the image model’s own link, good for less than an hour.
             */
            imageUrl: string;
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
            /**
             * @description The type of the file.
             * @enum {string}
             */
            mimeType: "image/png" | "image/jpeg" | "image/webp";
            /** @description False = storing failed. */
            persisted: boolean;
            /**
             * @description `demo`: no image model is configured, so this is a sample picture.
             * @enum {string}
             */
            source: "demo" | "vendor";
            /** @description Names in the body that had no effect; absent if there are none. */
            ignored?: string[];
        };
        /**
         * @description A material.
         * @enum {string}
         */
        Material: "pla" | "petg" | "abs" | "asa" | "tpu";
        /**
         * @description How many triangles a model has.
         * @enum {string}
         */
        MeshQuality: "standard" | "high" | "ultra";
        /** @description Repairs that made it printable. */
        MeshRepair: components["schemas"]["NoMeshRepair"] | components["schemas"]["AppliedMeshRepair"];
        /** @description A file of a message. */
        MessageAttachment: {
            /** @description The id for `attachmentIds` of a message. */
            attachmentId: string;
            /** @description The file name that was sent. */
            name: string;
            /** @description The type of the content, regardless of the file name. */
            contentType: string;
            /** @description Its size. */
            bytes: number;
            /**
             * Format: uri
             * @description The link in the email; it works without signing in.
             */
            url: string;
        };
        /** @description No generation is running. */
        NoActiveGeneration: {
            /** @constant */
            active: false;
        };
        /** @description Nothing was repaired. */
        NoMeshRepair: {
            /** @constant */
            applied: false;
            /** @description Why nothing was done. */
            summary: string;
        };
        /** @description The diameter of a nozzle in mm: 0.2, 0.4, 0.6, 0.8. */
        NozzleDiameter: 0.2 | 0.4 | 0.6 | 0.8;
        /**
         * @description The flow of the nozzle.
         * @enum {string}
         */
        NozzleFlow: "standard" | "high";
        /** @description A description of the service for programs. */
        OpenApiDocument: {
            /** @description Its version of OpenAPI. */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An order as operators read it. */
        OperatorOrder: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description The status of the order, for programs. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The status, for people.
             * @enum {string}
             */
            statusLabel: "Awaiting payment" | "Received — in review" | "Accepted — queued to print" | "Printing" | "Printed — preparing to ship" | "Shipped" | "Delivered" | "Cancelled" | "Rejected";
            /** @description Whether money has been taken. */
            paid: boolean;
            /** @description Print plus postage in USD: the amount charged. */
            estimatedCost: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            /** @description The part of the order’s amount that was refunded; 0 if none. */
            refunded: number;
            breakdown: components["schemas"]["PriceBreakdown"];
            /** @description The material that was ordered. */
            material: components["schemas"]["Material"];
            /** @description The quality that was ordered. */
            quality: components["schemas"]["Quality"];
            /** @description The number of parts that was ordered. */
            quantity: number;
            /** @description The color that was ordered; `Default` when none was named. */
            color: string;
            dimensionsMm: number[] | null;
            unit: components["schemas"]["FileUnit"] | null;
            supports: ("none" | "turn" | "supports") | null;
            /** @description Whether an operator chose that for plates of the order, regardless of the decision for the part. */
            supportsByOperator: boolean;
            company: string | null;
            vatId: string | null;
            purchaseOrder: string | null;
            reference: string | null;
            /** @description null until the order ships. */
            tracking: components["schemas"]["Tracking"] | null;
            /**
             * Format: uri
             * @description The order’s page for people; it needs no login and shows no address.
             */
            statusUrl: string;
            /**
             * Format: date-time
             * @description The time at which it was placed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which anything about it last changed.
             */
            updatedAt: string;
            /**
             * @description Only while unpaid: what became of the charge. declined: the card was refused, or charged after the order was closed. not_made: the charge never reached the card processor; no money was taken. no_card: no card on file, so nothing was charged. settling: not known yet, so pay nothing. A settling charge settles within minutes; do not order again.
             * @enum {string}
             */
            charge?: "declined" | "not_made" | "no_card" | "settling";
            /** @description One sentence on the payment, while it is unpaid; a decline is quoted word for word. */
            message?: string;
            /**
             * Format: date-time
             * @description The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled.
             */
            payUntil?: string;
            paymentUrl?: string | null;
            /** @description Incremented by every change; send it with the next one. */
            version: number;
            /** @description Tracking that operators entered, also before customers see it. */
            enteredTracking: components["schemas"]["EnteredTracking"] | null;
            /** @description The lines of an order that has several; its single fields describe the first one. */
            lines?: components["schemas"]["OrderLine"][];
            /** @description The cents refunded so far. */
            refundedCents: number;
            /** @description The cents in refunds that are not settled yet. */
            refundingCents: number;
            /** @description Amount that can still be refunded, in cents. */
            refundableCents: number;
            /** @description null unless the order is on hold. */
            held: components["schemas"]["OrderHold"] | null;
            /**
             * @description Higher ones come first in the queue.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "urgent";
            dueAt: string | null;
            /** @description Oldest first, failed ones included. */
            refunds: components["schemas"]["Refund"][];
            /** @description The cents in open chargebacks; nothing is refunded meanwhile. */
            disputedCents: number;
            /** @description The cents that lost disputes took back. */
            lostCents: number;
            /** @description Newest first. */
            disputes: components["schemas"]["Dispute"][];
            /** @description Newest first. */
            fraudWarnings: components["schemas"]["FraudWarning"][];
            /** @description Under the current terms; null for a parcel that crosses no customs border. */
            customs: components["schemas"]["CustomsDeclaration"] | null;
        };
        /** @description A print order. */
        Order: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description The status of the order, for programs. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The status, for people.
             * @enum {string}
             */
            statusLabel: "Awaiting payment" | "Received — in review" | "Accepted — queued to print" | "Printing" | "Printed — preparing to ship" | "Shipped" | "Delivered" | "Cancelled" | "Rejected";
            /** @description Whether money has been taken. */
            paid: boolean;
            /** @description Print plus postage in USD: the amount charged. */
            estimatedCost: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            /** @description The part of the order’s amount that was refunded; 0 if none. */
            refunded: number;
            breakdown: components["schemas"]["PriceBreakdown"];
            /** @description The material that was ordered. */
            material: components["schemas"]["Material"];
            /** @description The quality that was ordered. */
            quality: components["schemas"]["Quality"];
            /** @description The number of parts that was ordered. */
            quantity: number;
            /** @description The color that was ordered; `Default` when none was named. */
            color: string;
            dimensionsMm: number[] | null;
            unit: components["schemas"]["FileUnit"] | null;
            supports: ("none" | "turn" | "supports") | null;
            /** @description Whether an operator chose that for plates of the order, regardless of the decision for the part. */
            supportsByOperator: boolean;
            company: string | null;
            vatId: string | null;
            purchaseOrder: string | null;
            reference: string | null;
            /** @description null until the order ships. */
            tracking: components["schemas"]["Tracking"] | null;
            /**
             * Format: uri
             * @description The order’s page for people; it needs no login and shows no address.
             */
            statusUrl: string;
            /**
             * Format: date-time
             * @description The time at which it was placed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which anything about it last changed.
             */
            updatedAt: string;
            /**
             * @description Only while unpaid: what became of the charge. declined: the card was refused, or charged after the order was closed. not_made: the charge never reached the card processor; no money was taken. no_card: no card on file, so nothing was charged. settling: not known yet, so pay nothing. A settling charge settles within minutes; do not order again.
             * @enum {string}
             */
            charge?: "declined" | "not_made" | "no_card" | "settling";
            /** @description One sentence on the payment, while it is unpaid; a decline is quoted word for word. */
            message?: string;
            /**
             * Format: date-time
             * @description The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled.
             */
            payUntil?: string;
            paymentUrl?: string | null;
        };
        /** @description The body of a cart. */
        OrderDraft: {
            /** @description One part. */
            items: components["schemas"]["DraftItem"][];
            /** @description The country of `address`, else of the text, else US. */
            country: components["schemas"]["Country"];
            /** @description The address that was sent, without the country. */
            address: {
                [key: string]: string;
            };
            /** @description The company that was sent. */
            company?: string;
            /** @description The VAT ID that was sent. */
            vatId?: string;
            /** @description The purchase-order number that was sent. */
            purchaseOrder?: string;
            /** @description The reference that was sent. */
            reference?: string;
        };
        /** @description Why an order waits. */
        OrderHold: {
            /** @description Why it waits. */
            reason: string;
            /** @description The operator’s address. */
            by: string;
            /**
             * Format: date-time
             * @description Since when.
             */
            at: string;
        };
        /** @description The invoice of an order and what corrects it. */
        OrderInvoice: {
            /** @description The invoice of the whole order. */
            invoice: components["schemas"]["InvoiceDocument"];
            /** @description Credit notes of refunds, and cancellations of credit notes, in the order of their issue. */
            corrections: components["schemas"]["InvoiceDocument"][];
        };
        /** @description An order and its print jobs. */
        OrderJobs: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description The current status of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description The order’s version. */
            version: number;
            /** @description All jobs of the order, by plate. */
            jobs: components["schemas"]["PrintJob"][];
        };
        /** @description A line of an order. */
        OrderLine: {
            /** @description The number of the line, from 1. */
            line: number;
            /** @description Parts. */
            quantity: number;
            /** @description The material that was ordered. */
            material: components["schemas"]["Material"];
            /** @description The color that was ordered. */
            color: string;
            /** @description The quality that was ordered. */
            quality: components["schemas"]["Quality"];
            /** @description Its file. */
            fileName: string;
            /** @description Its price without postage. */
            printCents: number;
        };
        /** @description A message to the customer of an order. */
        OrderMessage: {
            /** @description The message’s id. */
            messageId: string;
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description The subject that was sent. */
            subject: string;
            /** @description The text that was sent. */
            body: string;
            /** @description The operator’s address. */
            by: string;
            /**
             * Format: date-time
             * @description The time at which it was written.
             */
            createdAt: string;
            /** @description null until the email is sent. */
            sentAt: string | null;
            attachments: components["schemas"]["MessageAttachment"][];
        };
        /** @description An internal note about an order. */
        OrderNote: {
            /** @description The note’s id. */
            id: string;
            /** @description The operator’s address. */
            by: string;
            /** @description The text as it was written. */
            text: string;
            /**
             * Format: date-time
             * @description The time at which it was written.
             */
            at: string;
        };
        /** @description The internal notes of an order. */
        OrderNotes: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            notes: components["schemas"]["OrderNote"][];
        };
        /** @description The status of an order. */
        OrderState: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            reference: string | null;
            /** @description The status of the order, for programs. */
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The status, for people.
             * @enum {string}
             */
            statusLabel: "Awaiting payment" | "Received — in review" | "Accepted — queued to print" | "Printing" | "Printed — preparing to ship" | "Shipped" | "Delivered" | "Cancelled" | "Rejected";
            /** @description Whether money has been taken. */
            paid: boolean;
            /**
             * @description Outcome of the charge.
             * @enum {string}
             */
            charge: "charged" | "declined" | "not_made" | "no_card" | "settling";
            /** @description The part of the order’s amount that was refunded; 0 if none. */
            refunded: number;
            /** @description null until the order ships. */
            tracking: components["schemas"]["Tracking"] | null;
            /**
             * Format: date-time
             * @description The time at which anything about it last changed.
             */
            updatedAt: string;
        };
        /** @description The statuses of orders. */
        OrderStates: {
            /** @description In the order of the codes, each once. */
            orders: components["schemas"]["OrderState"][];
            /** @description Codes that match no order of this account. */
            unknown: string[];
        };
        /**
         * @description The status of an order, for programs.
         * @enum {string}
         */
        OrderStatus: "PENDING_PAYMENT" | "RECEIVED" | "ACCEPTED" | "PRINTING" | "PRINTED" | "SHIPPED" | "DELIVERED" | "CANCELLED" | "REJECTED";
        /** @description The place of an order in the queue. */
        OrderWork: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description Holds and priorities do not change it. */
            status: components["schemas"]["OrderStatus"];
            /** @description Incremented by every change; send it with the next one. */
            version: number;
            /** @description null unless the order is on hold. */
            held: components["schemas"]["OrderHold"] | null;
            /**
             * @description Higher ones come first in the queue.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "urgent";
            dueAt: string | null;
        };
        /** @description Another job of the same plate that ended with it. */
        OtherPrintJobResult: {
            job: components["schemas"]["PrintJob"];
            reprint: components["schemas"]["PrintJob"] | null;
            /** @description The current status of its order. */
            orderStatus: components["schemas"]["OrderStatus"];
        };
        /**
         * @description A format of generated models.
         * @enum {string}
         */
        OutputFormat: "glb" | "obj" | "stl" | "fbx" | "usdz" | "3mf";
        /** @description A generation of the account. */
        OwnGeneration: {
            /** @description The `jobId` of its start, and its `generationId`. */
            id: string;
            /**
             * @description done and error are final.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "error";
            /** @description The time at which it was queued. Epoch milliseconds. */
            createdAt: number;
            prompt: string | null;
            creditsCharged: number | null;
            modelUrl: string | null;
        };
        /** @description A page of generations. */
        OwnGenerations: {
            /** @description Newest first. */
            generations: components["schemas"]["OwnGeneration"][];
            /** @description The number on all pages. */
            total: number;
            /** @description The page that this is. */
            page: number;
            /** @description How many there are. */
            pages: number;
        };
        /** @description A request that a program made with the key or a token of the account. */
        OwnRequest: {
            /**
             * Format: date-time
             * @description When it came in.
             */
            at: string;
            /** @description The HTTP method. */
            method: string;
            /** @description The endpoint, such as `/api/print/orders/:code`: never the code itself or a query. `other` if there is none. */
            path: string;
            tool: string | null;
            /** @description The HTTP status. A tool that refuses has 200 and an `errorCode`. */
            status: number;
            errorCode: string | null;
            /** @description As in `X-Request-Id`: state it when you contact support about the request. */
            requestId: string;
            /** @description Time from its arrival to its response. */
            durationMs: number;
            /** @description Whether it had an Idempotency-Key. */
            idempotencyKey: boolean;
        };
        /** @description A page of the requests of an account. */
        OwnRequests: {
            /** @description Newest first, at most 50. */
            requests: components["schemas"]["OwnRequest"][];
            /** @description From 1. */
            page: number;
            /** @description Whether there is another page. */
            hasMore: boolean;
        };
        /** @description Good parts and ordered ones. */
        PartCount: {
            /** @description Parts that are printed and good. */
            good: number;
            /** @description Parts of the order. */
            ordered: number;
        };
        /** @description The known parts of an address. */
        PartialAddress: {
            recipientName?: string | null;
            street1?: string | null;
            street2?: string | null;
            city?: string | null;
            state?: string | null;
            zip?: string | null;
            country?: components["schemas"]["Country"] | null;
            email?: string | null;
            phone?: string | null;
        };
        PayBackDebtRequest: {
            note: string;
        };
        /** @description Parts that are printed together. */
        Plate: {
            parts: number;
            line?: number | null;
            plate?: number | null;
            fileId?: string | null;
        };
        /** @description A job of a plate that several jobs share. */
        PlateJob: {
            /** @description The job’s id. */
            jobId: string;
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            orderCode: string;
            /** @description The line of the order. Absent if the order has only one. */
            line?: number;
            /** @description Its parts on the plate. */
            parts: number;
            /**
             * @description cancelled: its parts are printed but not counted.
             * @enum {string}
             */
            state: "queued" | "claimed" | "printing" | "done" | "failed" | "cancelled";
        };
        /** @description The state of the service’s slice of a plate. */
        PlateSlicing: {
            /**
             * @description waiting: it is retried. failed: an operator decides.
             * @enum {string}
             */
            state: "slicing" | "waiting" | "failed";
            reason: string | null;
        };
        PreviewBulkActionRequest: {
            /**
             * @description Action on each order.
             * @enum {string}
             */
            action: "accept" | "start" | "finish" | "ship" | "deliver" | "hold" | "release" | "priority";
            /** @description The orders. If a version is given, an order that has changed since that version is excluded. */
            orders?: components["schemas"]["BulkTarget"][];
            /** @description Instead of `orders`: all that the queue lists, with the parameters of /operator/queue (q, status, material, color, nozzle, country, paid, held, late, age). */
            filter?: {
                [key: string]: string;
            };
            /** @description The reason for a hold. */
            reason?: string;
            /**
             * @description low, normal, high or urgent.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high" | "urgent";
            /** @description For `ship`. Orders that have tracking already need none. */
            tracking?: components["schemas"]["BulkTracking"][];
            /** @description true: `ship` takes orders without tracking as well. */
            withoutTracking?: boolean;
        };
        /** @description Parts of a price, in US dollars. */
        PriceBreakdown: {
            /** @description All parts, after bulk discount and the minimum per part, before postage. */
            print: number;
            /** @description Postage: 7 or 0 in the US, 30 or 0 elsewhere. */
            shipping: number;
            /** @description Billable weight of one part, rounded up. */
            grams: number;
            /** @description Estimated machine hours of one part. */
            printHours: number;
        };
        /** @description The price of a part of a given size, or of a stored model. */
        PriceEstimate: {
            /** @description Always 0. */
            filamentChanges: number;
            /** @description Always 0. */
            multiColorGrams: number;
            /** @description Always 0. */
            multiColorHours: number;
            /** @description Weight of one part, rounded up; estimated unless the model is stored. */
            grams: number;
            /** @description Estimated machine hours of one part. */
            printHours: number;
            /** @description The price of the material in one part: grams x pricePerGram x quality factor. */
            materialCost: number;
            /** @description Always 0. */
            machineCost: number;
            /** @description For an estimate always 7: the flat US rate, whatever the destination or the total. For a stored model the postage to `country`. */
            shipping: number;
            /** @description Always 0. */
            baseFee: number;
            /** @description One part after bulk discount and minimum. */
            perUnit: number;
            /** @description All parts, before postage. Add the real postage to this. */
            subtotal: number;
            /** @description subtotal + shipping. For a stored model: what an order of it would be charged. */
            total: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            /** @description The material that was used. */
            material: components["schemas"]["Material"];
            /** @description The quality that was used. */
            quality: components["schemas"]["Quality"];
            /** @description The number of parts that was used. */
            quantity: number;
            /** @description The color that was sent; absent when none was. */
            color?: string;
            /** @description Whether the color is not in stock. */
            customColor: boolean;
            /** @description The rate used. */
            pricePerGram: number;
            /** @description Only for a stored model: percent, as used. */
            infill?: number;
            /** @description Only for a stored model: where the postage is for. */
            country?: components["schemas"]["Country"];
            dimensionsMm?: number[] | null;
            unit?: components["schemas"]["FileUnit"] | null;
            /** @description Only when the color is not in stock: its rate, and the rate of a stock color. When premium came without finer layers. When bodies of the model overlap: what they share is billed once. When something in the file is not printed. How many holes of its surface were closed to measure it. When the part is printed with supports, at no extra charge, or turned, so that it needs none. */
            note?: string;
            /** @description Values that were changed, such as a quantity of 200 to 50. Absent when there are none. */
            adjusted?: components["schemas"]["Adjustment"][];
            /** @description Names of fields in the form that mean nothing here and changed nothing, at most 60 characters of each; after 20 names the last entry counts the others. Absent when there is none. */
            ignored?: string[];
        };
        /** @description The prices of a cart. */
        PricedCart: {
            /** @description In the order of `items`. */
            lines: components["schemas"]["PricedLine"][];
            /** @description Sum of the lines that can be ordered. */
            printCents: number;
            /** @description Postage, once for the parcel. */
            shippingCents: number;
            /** @description Print and postage: the `expectedTotalCents` of a checkout. */
            totalCents: number;
            giftCard: components["schemas"]["GiftCardShare"] | null;
            /** @description Amount left to pay. */
            dueCents: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            /** @description Names in the body that had no effect; absent if there are none. */
            ignored?: string[];
        };
        /** @description The price of a part of a cart, or why it cannot be ordered. */
        PricedLine: {
            printCents: number | null;
            grams: number | null;
            printHours: number | null;
            /** @description Whether the price differs from `expectedCents`. false if none was sent. */
            changed: boolean;
            /** @description Whether the model is one of the gallery. */
            fromGallery: boolean;
            /** @description Only when the color is not in stock, or none was given: its rate, and the rate of a stock color. When premium came without finer layers. And when the part is printed with supports, at no extra charge, or turned, so that it needs none. */
            note?: string;
            /** @description Values that were changed, such as a quantity of 200 to 50. Absent when there are none. */
            adjusted?: components["schemas"]["Adjustment"][];
            /** @description Why the part cannot be ordered. Absent otherwise. */
            refusal?: string;
        };
        /** @description How a model that is not sliced is to be printed. null for a sliced file, and if nothing is decided. */
        PrintAdvice: {
            /**
             * @description As designed, rotated so that it needs no supports, or as designed with supports.
             * @enum {string}
             */
            decision: "none" | "turn" | "supports";
            turnedMm: components["schemas"]["SizeMm"] | null;
            /** @description The decision as a sentence. */
            advice: string;
        };
        /** @description A sliced file for print jobs of an order. */
        PrintFile: {
            /** @description The id of the file for `plates[].fileId` of POST /api/farm/jobs. */
            fileId: string;
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            orderCode: string;
            /** @description Its name. */
            fileName: string;
            /** @description Its size. */
            bytes: number;
            /** @description Parts that one run of it prints. */
            parts: number;
            printHours: number | null;
            grams: number | null;
        };
        /** @description Parts of an order on one plate. */
        PrintJob: {
            /** @description The job’s id. */
            id: string;
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            orderCode: string;
            /** @description The line of the order whose parts it prints. Absent if the order has only one. */
            line?: number;
            /** @description The plate of the order, from 1. A reprint has the number of the plate it repeats. */
            plate: number;
            /** @description Its parts on the plate. */
            parts: number;
            /** @description All jobs of a plate that several jobs share, this one included: they are printed from one file, in one run. Absent where the plate prints this job alone. */
            plateJobs?: components["schemas"]["PlateJob"][];
            /**
             * @description failed: every attempt failed, and an operator decides.
             * @enum {string}
             */
            state: "queued" | "claimed" | "printing" | "done" | "failed" | "cancelled";
            /** @description Incremented by every change except heartbeats; send it with the next change. */
            version: number;
            /** @description The material that was ordered. */
            material: components["schemas"]["Material"];
            /** @description The ordered color; `Default` if none was named. */
            color: string;
            /** @description The diameter of the nozzle in mm. */
            nozzleDiameter: number;
            /** @description Machine hours of all parts: from its file, otherwise estimated from its model. */
            printHours: number;
            /**
             * @description gcode: plain g-code. plates: a .gcode.3mf. model: a mesh that has not been sliced yet.
             * @enum {string}
             */
            fileKind: "gcode" | "plates" | "model";
            slicing: components["schemas"]["PlateSlicing"] | null;
            fileId: string | null;
            /**
             * Format: uri
             * @description The address at which the farm’s programs download it.
             */
            fileUrl: string;
            /** @description The priority of the order. Jobs of higher ones are claimed first. */
            priority: number;
            dueAt: string | null;
            good: number | null;
            scrap: number | null;
            reason: string | null;
            aloneReason: ("misplaced" | "unsliced") | null;
            printer: string | null;
            leasedUntil: string | null;
            /** @description Claims so far. */
            attempts: number;
            progress: number | null;
            remainingSeconds: number | null;
            reprintOf: string | null;
            /**
             * Format: date-time
             * @description The time at which it was queued.
             */
            createdAt: string;
            claimedAt: string | null;
            finishedAt: string | null;
        };
        /** @description A page of print jobs. */
        PrintJobPage: {
            jobs: components["schemas"]["PrintJob"][];
            next: string | null;
        };
        /** @description A print job that ended, and what is printed again. */
        PrintJobResult: {
            job: components["schemas"]["PrintJob"];
            reprint: components["schemas"]["PrintJob"] | null;
            /** @description The current status of the order: PRINTED once all parts are good. */
            orderStatus: components["schemas"]["OrderStatus"];
            /** @description The other jobs of a shared plate. Absent if the plate printed one job. */
            others?: components["schemas"]["OtherPrintJobResult"][];
        };
        /** @description Measures of a mesh that decide whether it can be printed. */
        Printability: {
            /** @description Whether every edge has two triangles, after repair. */
            watertight: boolean;
            /** @description Enclosed volume after repair. */
            volumeCm3: number;
            /** @description Open edges, not rings. */
            holes: number;
            /** @description Edges with more than two triangles. */
            nonManifoldEdges: number;
            /** @description Number of triangles after repair. */
            triangles: number;
            /** @description Width, depth and height. */
            dimensionsMm: number[];
            /** @description The smallest overall dimension, not a measured wall. */
            minFeatureMm: number;
            /**
             * @description Always true.
             * @constant
             */
            featureSizeEstimated: true;
            /** @description Angle of the steepest overhang. */
            maxOverhangDeg: number;
            /** @description Whether no dimension is above 340 mm. */
            fitsPlate: boolean;
        };
        /** @description Whether a mesh can be printed, and why not. */
        PrintabilityReport: {
            printability: components["schemas"]["Printability"];
            /**
             * @description The verdict.
             * @enum {string}
             */
            printStatus: "ready" | "repaired" | "needs-redesign";
            /** @description The verdict in words. */
            printDetail: string;
            /** @description 95 ready, 85 repaired, at most 45 otherwise. */
            printabilityScore: number;
            /** @description Problems found in the mesh. */
            issues: string[];
            /** @description What to do about it. */
            recommendations: string[];
            /** @description The unit that the numbers of the file were read in. */
            unit: components["schemas"]["LengthUnit"];
            /** @description The places of issues and recommendations on the model, for those that have one. */
            places: components["schemas"]["IssuePlace"][];
            received: components["schemas"]["ReceivedMesh"] | null;
            repaired: components["schemas"]["CheckRepair"] | null;
            minWallMm: number | null;
            /**
             * @description `some`: the surface is too intricate to measure every wall. `none`: it took too long, and `received` and `repaired` are null.
             * @enum {string}
             */
            wallsMeasured: "all" | "some" | "none";
            /** @description The walls under 0.8 mm, two lines of a 0.4 mm nozzle: at most 20, the largest first. */
            thinWalls: components["schemas"]["ThinWall"][];
        };
        /** @description Build volume of a printer in mm, and the corner where X and Y are 0: front_left by default. */
        PrinterBed: {
            x: number;
            y: number;
            z: number;
            origin?: ("front_left" | "center") | null;
        };
        /** @description An operator’s command to a printer. */
        PrinterCommand: {
            /** @description The command’s id. */
            id: string;
            /** @description The printer’s name. */
            printer: string;
            /**
             * @description What the printer is to do.
             * @enum {string}
             */
            action: "pause" | "resume" | "cancel";
            /** @description The job whose print is meant. Carry it out for no other print. */
            jobId: string;
        };
        /** @description Commands that wait for a program. */
        PrinterCommands: {
            /** @description Oldest first. */
            commands: components["schemas"]["PrinterCommand"][];
        };
        /** @description Commands that the program carries out, and why other features of the desk are missing. */
        PrinterControls: {
            commands: ("pause" | "resume" | "cancel")[];
            missing?: {
                /** @enum {string} */
                feature: "pause" | "resume" | "cancel" | "temperatures" | "picture";
                reason: string;
            }[] | null;
        };
        /** @description A stored picture of a printer. */
        PrinterPicture: {
            /**
             * Format: date-time
             * @description When it was stored.
             */
            at: string;
        };
        /** @description Record of a printer. */
        PrinterState: {
            /** @description The printer’s name. */
            name: string;
            /**
             * @description The state that operators see: the reported one, unless the printer is in maintenance. A plate that was cleared makes `finished` `ready`.
             * @enum {string}
             */
            state: "ready" | "printing" | "paused" | "finished" | "error" | "offline" | "maintenance";
            /**
             * Format: date-time
             * @description The time at which it took this state.
             */
            since: string;
            /** @description Target of its slices: the slicer’s profile of its model, otherwise its bed. Empty: the farm’s default bed. */
            profile: string;
            maintenance: string | null;
            /** @description The plate of the reported state `finished` was cleared, and its job counted: report `ready` and claim the next job. */
            cleared: boolean;
            /** @description The spools that claims of this printer are restricted to. */
            spools: components["schemas"]["LoadedSpool"][];
        };
        /** @description A temperature in degrees Celsius, and the one that it is heated to. */
        PrinterTemperature: {
            actual: number;
            target?: number | null;
        };
        /** @description The temperatures that the printer reports. */
        PrinterTemperatures: {
            nozzle?: components["schemas"]["PrinterTemperature"] | null;
            bed?: components["schemas"]["PrinterTemperature"] | null;
            chamber?: components["schemas"]["PrinterTemperature"] | null;
        };
        /** @description An event as the card processor sends it. */
        ProcessorEvent: {
            id: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        PublishModelRequest: {
            /** @description A generation or upload of this account. */
            generationId: string;
            /** @description 1 to 80 characters. */
            title: string;
        };
        /** @description The page for the payment. */
        Purchase: {
            /**
             * Format: uri
             * @description The processor’s payment page.
             */
            checkoutUrl: string;
        };
        PutPrinterPictureRequest: {
            base64: string;
        };
        /**
         * @description How fine a part is printed.
         * @enum {string}
         */
        Quality: "standard" | "premium";
        QueueOrderRequest: {
            plates?: components["schemas"]["Plate"][] | null;
            version?: number | null;
        };
        ReadOrderStatesRequest: {
            codes: string[];
        };
        /** @description The state of all dependencies of the process. */
        Readiness: {
            /** @description Whether no dependency of the service has failed or stalled. */
            ok: boolean;
            /** @description Each dependency by name: database, storage, geometry, slicer and, if the process does the background work, worker. A slicer is `remote` if slicing processes slice and are ready. A broken slicer leaves the rest ready: quotes are estimates then. A worker is `stalled` if it has completed no round for 3 minutes. */
            checks: {
                [key: string]: "ok" | "remote" | "failed" | "not configured" | "broken" | "stalled";
            };
            /** @description Parts that make models and check requests here. `samples`: generations are sample models. `engineHealth`: the worst state of any 3D engine vendor within 15 minutes; `/operator/system` lists each vendor. `refused`: pictures are not accepted, because there is no moderation server. `slicerCage`: whether the slicer runs in a sandbox; `missing`: the machine does not support it; `none`: there is no slicer; `remote`: slicing processes have it. `eventLoop`: `stalled` when the process did not respond for more than 3 seconds without interruption within the last minute. */
            parts: components["schemas"]["ReadinessParts"];
        };
        /** @description Parts that make models and check requests, and the state of the process. */
        ReadinessParts: {
            /** @enum {string} */
            engines: "vendors" | "samples" | "off";
            /** @enum {string} */
            engineHealth: "ok" | "out_of_credit" | "refused_access" | "slow" | "odd_answers" | "busy";
            /** @enum {string} */
            images: "vendor" | "samples" | "off";
            /** @enum {string} */
            textModeration: "server" | "rules";
            /** @enum {string} */
            pictureModeration: "server" | "refused" | "off";
            /** @enum {string} */
            slicerCage: "on" | "off" | "missing" | "none" | "remote";
            /** @enum {string} */
            eventLoop: "ok" | "stalled";
        };
        /** @description The file as it came, before any repair. */
        ReceivedMesh: {
            /** @description Number of triangles, degenerate ones included. */
            triangles: number;
            /** @description Edges of one triangle. */
            boundaryEdges: number;
            /** @description Edges of more than two triangles. */
            nonManifoldEdges: number;
            /** @description Parts that share no vertex. */
            components: number;
            /** @description Whether every edge has two triangles. */
            watertight: boolean;
            volumeCm3: number | null;
        };
        /** @description Refunded money. */
        Refund: {
            /** @description The refund’s id. */
            refundId: string;
            /**
             * @description settling: the card processor has not confirmed it yet; it is settled from its record within minutes. failed: no money was moved, or the customer’s bank returned all of it. partly: the gift card got its part, and the card got nothing.
             * @enum {string}
             */
            state: "succeeded" | "settling" | "failed" | "partly";
            /** @description The requested amount, in cents. */
            requestedCents: number;
            /** @description The same, less what earlier attempts under the request’s key had moved to the gift card. */
            amountCents: number;
            /** @description The part of the amount that went to the gift card, in cents; 0 until the refund is settled. */
            giftCardCents: number;
            /** @description The part of the amount that went to the card that paid, in cents; 0 until the refund is settled. */
            cardCents: number;
            /** @description Items of the request; null where it names an amount. */
            lines: components["schemas"]["RefundedLine"][] | null;
            /** @description The postage in the requested amount, in cents. */
            postageCents: number;
            /** @description The operator’s reason; the customer’s email quotes it. */
            reason: string;
            /** @description The operator’s address. */
            requestedBy: string;
            failure: string | null;
            returnedAt: string | null;
            resolution: string | null;
            /**
             * Format: date-time
             * @description The time at which it was requested.
             */
            createdAt: string;
        };
        RefundOrderRequest: {
            /** @description Cents. Goes without `lines` and `shipping`. */
            amountCents?: number;
            /** @description Parts of lines, which are counted from 1; each line once. */
            lines?: components["schemas"]["LineParts"][] | null;
            /** @description true: the postage that was not refunded yet is refunded as well. */
            shipping?: boolean | null;
            reason: string;
            /** @description The version of the order that the change is based on, from GET /api/operator/orders/{code}. If the order has changed since, nothing is saved. If it is omitted or null, the change applies to the current order. */
            version?: number | null;
        };
        RefundPurchaseRequest: {
            amountCents?: number | null;
            reason: string;
        };
        /** @description Parts of a line that are refunded. */
        RefundedLine: {
            /** @description The line of the order, from 1. */
            line: number;
            /** @description Parts that are refunded. */
            quantity: number;
            /** @description Parts that were ordered. */
            of: number;
            /** @description Price of the refunded parts. */
            cents: number;
        };
        /** @description A refund, and the amount that can still be refunded. */
        RefundedOrder: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description The refund’s id. */
            refundId: string;
            /**
             * @description settling: the card processor has not confirmed it yet; it is settled from its record within minutes. failed: no money was moved, or the customer’s bank returned all of it. partly: the gift card got its part, and the card got nothing.
             * @enum {string}
             */
            state: "succeeded" | "settling" | "failed" | "partly";
            /** @description The requested amount, in cents. */
            requestedCents: number;
            /** @description The same, less what earlier attempts under the request’s key had moved to the gift card. */
            amountCents: number;
            /** @description The part of the amount that went to the gift card, in cents; 0 until the refund is settled. */
            giftCardCents: number;
            /** @description The part of the amount that went to the card that paid, in cents; 0 until the refund is settled. */
            cardCents: number;
            /** @description Items of the request; null where it names an amount. */
            lines: components["schemas"]["RefundedLine"][] | null;
            /** @description The postage in the requested amount, in cents. */
            postageCents: number;
            /** @description The operator’s reason; the customer’s email quotes it. */
            reason: string;
            /** @description The operator’s address. */
            requestedBy: string;
            failure: string | null;
            returnedAt: string | null;
            resolution: string | null;
            /**
             * Format: date-time
             * @description The time at which it was requested.
             */
            createdAt: string;
            /** @description true: an earlier request made this refund, and this one moved nothing. */
            replayed: boolean;
            /** @description The amount that the request refunded, and how to make another refund after a repeat. */
            message: string;
            /** @description The cents refunded so far. */
            refundedCents: number;
            /** @description The cents in refunds that are not settled yet. */
            refundingCents: number;
            /** @description Amount that can still be refunded, in cents. */
            refundableCents: number;
            /** @description Incremented by every change; send it with the next one. */
            version: number;
        };
        ReissueGiftCardRequest: {
            email: string;
        };
        ReleaseOrderRequest: {
            /** @description The version of the order that the change is based on. If the order has changed since, nothing is saved. If it is omitted or null, the change applies to the current order. */
            version?: number | null;
        };
        RenewPrintJobClaimRequest: {
            lease: string;
            printing?: boolean | null;
            progress?: number | null;
            remainingSeconds?: number | null;
        };
        /** @description The previous key. Absent unless it still works. */
        ReplacedApiKey: {
            /** @description The first characters, to distinguish secrets. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it stops working.
             */
            validUntil: string;
        };
        ReportPrinterRequest: {
            /** @enum {string} */
            state: "ready" | "printing" | "paused" | "finished" | "error" | "offline";
            detail?: string | null;
            jobId?: string | null;
            progress?: number | null;
            remainingSeconds?: number | null;
            model?: string | null;
            bedMm?: components["schemas"]["PrinterBed"] | null;
            nozzleDiameter?: (0.2 | 0.4 | 0.6 | 0.8) | null;
            firmware?: ("marlin" | "klipper" | "reprapfirmware" | "bambu") | null;
            files?: ("gcode" | "plates" | "model")[] | null;
            spools?: components["schemas"]["Spool"][] | null;
            temperatures?: components["schemas"]["PrinterTemperatures"] | null;
            controls?: components["schemas"]["PrinterControls"] | null;
        };
        ReprintOrderRequest: {
            /** @description Parts of lines, which are counted from 1; each line once. */
            lines: components["schemas"]["LineParts"][];
            /** @description 1 to 200 characters, for operators; customers do not see it. */
            reason: string;
            scrapReason?: ("adhesion" | "warping" | "surface" | "extrusion" | "layer_shift" | "supports" | "spool" | "connection" | "color" | "removal" | "transport" | "other") | null;
            /** @description The version of the order that the request is based on, from GET /api/operator/orders/{code}. */
            version: number;
        };
        RequestPasswordResetRequest: {
            /**
             * Format: email
             * @description Any case of letters.
             */
            email: string;
        };
        ResetPasswordRequest: {
            /**
             * Format: email
             * @description Any case of letters.
             */
            email: string;
            /** @description The 8 digits of the newest email. */
            otp: string;
            /** @description The new password. A common password and the address are refused. */
            password: string;
        };
        ReslicePrintJobRequest: {
            layerHeight?: number | null;
            infill?: number | null;
            nozzleDiameter?: number | null;
            nozzleFlow?: ("standard" | "high") | null;
            supports?: boolean | null;
        };
        /** @description A print job with the file that was sliced for it. */
        ReslicedPrintJob: {
            job: components["schemas"]["PrintJob"];
            file: components["schemas"]["PrintFile"];
            /** @description Layers of the plate. */
            layers: number;
            /** @description Warnings of the slicer. */
            warnings: string[];
        };
        ResolveFraudWarningRequest: {
            note: string;
        };
        ResolveRefundRequest: {
            note: string;
        };
        RetextureModelRequest: {
            /** @description A generation of this account. */
            generationId: string;
            /** @description What it should look like, up to 500 characters. */
            prompt: string;
            /** @description Longest side of the new model, 5 to 340 mm; the size of the source model if absent. */
            sizeMm?: number;
        };
        /** @description The newest generation that has not ended. */
        RunningGeneration: {
            /** @constant */
            active: true;
            /** @description The id of the job, for its status. */
            jobId: string;
            /** @enum {string} */
            status: "queued" | "running";
            /** @description The time at which it was queued. Epoch milliseconds. */
            createdAt: number;
        };
        /** @description A code of the second factor is needed. */
        SecondFactorAsked: {
            /** @description Always true. */
            twoFactorRedirect: boolean;
        } & {
            [key: string]: unknown;
        };
        SendOrderMessageRequest: {
            /** @description One line. */
            subject: string;
            /** @description Plain text; lines are kept. */
            body: string;
            /** @description The ids that POST /api/support/attachments returned. */
            attachmentIds?: string[] | null;
        };
        SendVerificationCodeRequest: {
            /**
             * Format: email
             * @description Any case of letters.
             */
            email: string;
            /**
             * @description Purpose of the code.
             * @enum {string}
             */
            type: "email-verification";
        };
        /** @description The tracking of a parcel, as the farm sends it. */
        SentTracking: {
            carrier: string;
            number: string;
            url?: string | null;
        };
        /** @description A signed-in browser or program. */
        Session: {
            /**
             * Format: date-time
             * @description The time at which it expires.
             */
            expiresAt: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The session of the cookie, or null. */
        SessionOrNull: components["schemas"]["CurrentSession"] | null;
        SetBuyerDefaultsRequest: {
            company?: string | null;
            vatId?: string | null;
            purchaseOrder?: string | null;
        };
        SetLogoRequest: {
            /**
             * Format: binary
             * @description PNG or JPEG of at most 1 MB and 4 million pixels. Transparency is kept. SVG is not accepted.
             */
            file: Blob;
        };
        SetOrderPriorityRequest: {
            /**
             * @description `normal` unless set.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description The version of the order that the change is based on. If the order has changed since, nothing is saved. If it is omitted or null, the change applies to the current order. */
            version?: number | null;
        };
        SetOrderStatusRequest: {
            /**
             * @description Any of the eight, in any order.
             * @enum {string}
             */
            status: "RECEIVED" | "ACCEPTED" | "PRINTING" | "PRINTED" | "SHIPPED" | "DELIVERED" | "CANCELLED" | "REJECTED";
            /** @description Customers see it once the order is SHIPPED. Left out or null, the order keeps the tracking that was entered before. */
            tracking?: components["schemas"]["SentTracking"] | null;
            /** @description true: the parcel has no tracking; clears what was entered. SHIPPED needs this or tracking. */
            withoutTracking?: boolean | null;
            /** @description true: an unpaid order is accepted, printed or shipped anyway, because it was paid otherwise or is a gift. The same applies to a closed order that was refunded in full. */
            unpaid?: boolean | null;
            /** @description Treatment of the payment of a paid order that is cancelled or rejected: `full` refunds the whole remaining amount. Either this or `refundCents`. */
            refund?: ("full" | "none") | null;
            /** @description Refunds this part of the payment, in cents. */
            refundCents?: number | null;
            /** @description Refunds these parts of lines, which are counted from 1; each line once. Their price is the amount. */
            refundLines?: components["schemas"]["LineParts"][] | null;
            /** @description true: the postage that was not refunded yet, alone or with `refundLines`. */
            refundShipping?: boolean | null;
            /** @description The reason for the refund, 1 to 200 characters; the customer’s email quotes it. */
            reason?: string | null;
            /** @description The version of the order that the change is based on, from GET /api/operator/orders/{code}. When the order has changed since, nothing is saved. */
            version: number;
        };
        SetSpendingLimitsRequest: {
            /** @description Cents a day for all orders over the API; 0 allows no charges, null removes the limit. */
            accountCents: number | null;
            /** @description Cents a day for orders placed with the API key; 0 allows no charges, null removes the limit. */
            apiKeyCents: number | null;
        };
        SetWebOrderStatusRequest: {
            code: string;
            /** @description The new status. */
            status: components["schemas"]["OrderStatus"];
            email?: string | null;
            tracking?: components["schemas"]["SentTracking"] | null;
            withoutTracking?: boolean | null;
        };
        SettleDebtRequest: {
            note: string;
        };
        /** @description The address that a parcel goes to. */
        ShippingAddress: {
            /** @description The recipient of the parcel. `name` works as well. */
            recipientName: string;
            /** @description address1 works as well. */
            street1: string;
            street2?: string | null;
            /** @description Not checked against a list. */
            city: string;
            /** @description State, province or region. */
            state: string;
            /** @description Postal code, in any form. postalCode works as well. */
            zip: string;
            country?: components["schemas"]["Country"] | null;
            email?: string | null;
            phone?: string | null;
        };
        SignInRequest: {
            /**
             * Format: email
             * @description Any case of letters.
             */
            email: string;
            password: string;
        };
        SignUpRequest: {
            /**
             * Format: email
             * @description Any case of letters.
             */
            email: string;
            /** @description The new password. A common password and the address are refused. */
            password: string;
        };
        SignUploadRequest: {
            /** @description With the extension: .stl, .obj, .3mf or .glb. */
            fileName: string;
            /** @description Size of the file, at most 100 MB. */
            bytes: number;
            /** @description SHA-256 of the file, 64 hexadecimal digits. */
            sha256: string;
            /** @description Unit of the numbers in the file, as in `POST /api/print-upload`. */
            units?: components["schemas"]["LengthUnit"];
        };
        /** @description A session and its person. */
        SignedIn: {
            /** @description The session’s token; the cookie contains it too. */
            token: string;
            user: components["schemas"]["User"];
        } & {
            [key: string]: unknown;
        };
        /** @description A session, or the request for the second factor. */
        SignedInOrAsked: components["schemas"]["SignedIn"] | components["schemas"]["SecondFactorAsked"];
        /** @description An account that is not confirmed yet. */
        SignedUp: {
            token: string | null;
            user: components["schemas"]["User"];
        } & {
            [key: string]: unknown;
        };
        /** @description The address and the headers for sending the bytes of a model. */
        SignedUpload: {
            /**
             * Format: uri
             * @description Send the bytes here. Where the service keeps models in a bucket it is a resumable session of the bucket, which also takes the file in pieces with `Content-Range`; otherwise an address of the service, which takes it in one request. Anyone who has it can send the file, once.
             */
            uploadUrl: string;
            /**
             * @description Always PUT.
             * @enum {string}
             */
            method: "PUT";
            /** @description The headers to be sent with the bytes. */
            headers: {
                [key: string]: string;
            };
            /** @description The id for `/api/print-upload/complete`. */
            uploadId: string;
            /**
             * Format: date-time
             * @description Two hours from now. A later completion is refused.
             */
            expiresAt: string;
        };
        /** @description A size in mm. */
        SizeMm: {
            x: number;
            y: number;
            z: number;
        };
        /** @description Measurements of a slice. */
        SliceAnalysis: {
            /** @description Filament of one part, for any material. Multiplied by the density and rounded up, it is the weight in grams. */
            filamentCm3: number;
            /** @description Printing time, as the slicer estimates it. */
            seconds: number;
            /** @description Layers. */
            layers: number;
            /** @description Always 1: the model is sliced at its own size. */
            sliceScale: 1;
            /**
             * Format: date-time
             * @description The time at which it was sliced.
             */
            slicedAt: string;
        };
        SliceModelRequest: {
            /** @description An upload or a generation of this account. */
            generationId: string;
        };
        /** @description The slice of a stored model. */
        SliceQuote: {
            /** @constant */
            ok: true;
            /** @description False when it was sliced for this request. */
            cached: boolean;
            sliceAnalysis: components["schemas"]["SliceAnalysis"];
        };
        /**
         * @description How much a surface is smoothed.
         * @enum {string}
         */
        Smoothing: "off" | "light" | "strong";
        /** @description A gift card or a pack of credits that was sold. */
        SoldPurchase: {
            /** @description The purchase. */
            id: string;
            /**
             * @description Kind of the purchase.
             * @enum {string}
             */
            kind: "gift_card" | "credits";
            /** @description The account that bought it. */
            buyerEmail: string;
            recipientEmail: string | null;
            credits: number | null;
            /** @description Its price, in cents. */
            amountCents: number;
            /** @description Unspent amount of it, in cents. */
            unspentCents: number;
            paymentId: string | null;
            paidAt: string | null;
            voidedAt: string | null;
            /** @description Oldest first. */
            returns: {
                /** @description The refund or dispute at the card processor. */
                id: string;
                /**
                 * @description How the payment was returned.
                 * @enum {string}
                 */
                kind: "refund" | "dispute";
                /** @description The returned amount, in cents. */
                cents: number;
                /** @description The unspent part of it, which was withdrawn. */
                takenCents: number;
                /**
                 * Format: date-time
                 * @description The time at which it was noticed.
                 */
                at: string;
                reinstatedAt: string | null;
            }[];
            /** @description Refunds that operators requested, oldest first. */
            refunds: {
                /** @description The refund. */
                id: string;
                /** @description The refunded amount, in cents. */
                amountCents: number;
                /** @description Why. */
                reason: string;
                /** @description The operator. */
                requestedBy: string;
                /**
                 * @description `open`: its outcome is not known yet. It is requested again under its key, so no money is moved twice.
                 * @enum {string}
                 */
                state: "open" | "succeeded" | "failed";
            }[];
            /** @description Oldest first, closed ones included. */
            debts: components["schemas"]["BuyerDebt"][];
        };
        /** @description Purchases that were found. */
        SoldPurchases: {
            /** @description Newest first. */
            purchases: components["schemas"]["SoldPurchase"][];
        };
        /** @description Limits on programs’ charges to the saved card per day. */
        SpendingLimits: {
            /** @description All orders over the API: of the API key and of extension tokens. */
            account: components["schemas"]["SpendingScope"];
            /** @description Orders that were placed with the API key. */
            apiKey: components["schemas"]["SpendingScope"];
            /**
             * Format: date-time
             * @description The time at which the next day begins: 00:00 UTC.
             */
            resetsAt: string;
        };
        /** @description A spending limit and the amount that remains today. */
        SpendingScope: {
            limitCents: number | null;
            /** @description Charged or being charged today, less refunds. */
            spentCents: number;
            leftCents: number | null;
        };
        /** @description A spool that is loaded. */
        Spool: {
            slot: number;
            /** @enum {string} */
            material: "pla" | "petg" | "abs" | "asa" | "tpu";
            color: string;
            gramsLeft?: number | null;
        };
        /** @description A set of drafts that was queued and paid. */
        StartedDrafts: {
            /** @description The id of the set, for `/api/drafts/{id}`. */
            setId: string;
            /** @description A job for each draft. */
            jobIds: string[];
            /** @description The credits for all of them. */
            creditsCharged: number;
            /** @description Cost of refining one of them. */
            refineCredits: number;
        };
        /** @description A generation that was queued. */
        StartedGeneration: {
            /** @description The id of the job, for its status; the first draft’s if drafts were requested. */
            jobId: string;
            /** @enum {string} */
            status: "queued";
            drafts?: components["schemas"]["StartedDrafts"];
        };
        /** @description A stock color and how far it is from another color. */
        StockColorMatch: {
            /** @description The value for `color` of an order. */
            name: string;
            /** @description The color of the spool. */
            hex: string;
            /** @description CIEDE2000: 0 is the same color, about 1 is just noticeable, above 10 is another color. */
            distance: number;
        };
        /** @description A print file and the job that prints it. */
        StoredPrintFile: {
            /** @description The id of the file for `plates[].fileId` of POST /api/farm/jobs. */
            fileId: string;
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            orderCode: string;
            /** @description Its name. */
            fileName: string;
            /** @description Its size. */
            bytes: number;
            /** @description Parts that one run of it prints. */
            parts: number;
            printHours: number | null;
            grams: number | null;
            job: components["schemas"]["PrintJob"] | null;
        };
        SubmitPrintOrderRequest: {
            /**
             * Format: binary
             * @description The model: .stl, .glb, .3mf, .gcode or .gcode.3mf, at most 100 MB. OBJ is not accepted here. STL numbers are millimeters, GLB numbers are meters, a 3MF file states its unit. Either this or `modelUrl`; when both are sent, the file wins.
             */
            file?: Blob;
            /** @description `gs://` address of a model that the service already holds for this account, instead of `file`. `/api/print-upload` and `/api/generate` return such addresses. An OBJ can be ordered this way. */
            modelUrl?: string;
            /** @description Unit of the numbers in the file, if it differs from the above or, for a `modelUrl`, from the unit of its upload. */
            units?: components["schemas"]["LengthUnit"];
            /**
             * @description In any letter case; anything else is refused.
             * @default pla
             */
            material?: components["schemas"]["Material"];
            /**
             * @description Premium multiplies the rate by 1.75. It changes the price only, not the layer height.
             * @default standard
             */
            quality?: components["schemas"]["Quality"];
            /**
             * @description Clamped to 1-50: 200 becomes 50; 0 or no number becomes 1. A fraction is cut off: 2.7 becomes 2.
             * @default 1
             */
            quantity?: number;
            /**
             * @description A stock color by name or by the hex value of its spool, in any case of letters: Black, White, Red, Cyan, Sakura Pink, Sunny Orange, Green, Yellow, Mint Green, Lavender, Silver, Brown. Any other color, and an order without a color, bills $0.20 per gram. (`/api/price` uses the material’s own rate if no color is sent.)
             * @default Default
             */
            color?: string;
            /**
             * @description Percent, clamped to 10-100; a fraction is cut off. Recorded as 100 for an already-sliced file.
             * @default 20
             */
            infill?: number;
            /**
             * @description mm. Any other value becomes 0.4.
             * @default 0.4
             */
            nozzleDiameter?: components["schemas"]["NozzleDiameter"];
            /**
             * @description High prints 1.6 times as fast. Anything else is read as standard.
             * @default standard
             */
            nozzleFlow?: components["schemas"]["NozzleFlow"];
            /**
             * @description mm, clamped to 20-75% of the nozzle: 0.08-0.30 on a 0.4 mm nozzle.
             * @default 0.2
             */
            layerHeight?: number;
            /** @description A note for the farm. Cut to 1000 characters. Keeps its line ends, and no other control characters. */
            note?: string;
            /** @description Dollars, at most two decimals. An order whose total is higher, postage included, is refused: nothing is stored or charged. */
            maxTotal?: number;
            /** @description Who receives the parcel. `name` works as well. This and the other lines of the address have at most 200 characters each, are kept on one line and without invisible characters, and count as missing when nothing visible is left. */
            recipientName: string;
            /** @description `address1` works as well. */
            street1: string;
            /** @description `address2` works as well. */
            street2?: string;
            /** @description Not checked against a list. */
            city: string;
            /** @description State, province or region. Not checked against a list. Required: where addresses have none, repeat the city. */
            state: string;
            /** @description Postal code, in any form. `postalCode` works as well. */
            zip: string;
            /**
             * @description In any letter case; anything else is refused.
             * @default US
             */
            country?: components["schemas"]["Country"];
            /** @description Recipient of the emails about the order: the confirmation, refunds, and the notice that a charge of unknown outcome was not made. None is sent when the order is accepted, printed or shipped. If omitted, the account’s address is used. Only one plain address is accepted. */
            email?: string;
            /** @description Stored as sent, at most 200 characters. */
            phone?: string;
            /** @description Company of the buyer, for the invoice; at most 200 characters. */
            company?: string;
            /** @description VAT ID of the buyer with the prefix of its country, for the invoice. Spaces, dots and hyphens are removed; at most 20 characters. */
            vatId?: string;
            /** @description The buyer’s purchase-order number, for the invoice; at most 64 characters. */
            purchaseOrder?: string;
            /** @description Your reference for the order, which every read of it returns; at most 64 characters. It need not be unique. */
            reference?: string;
            /** @description `true` returns a preview of the order, with 200: it is checked, measured and priced like any other order, and nothing is stored, ordered or charged. Uses no Idempotency-Key. Any word but `true` and `false` is refused, as are an empty field and `dryRun` in the query. */
            dryRun?: boolean;
        };
        /** @description An order that was just placed, paid or not. */
        SubmittedOrder: {
            /** @description The order’s only identifier. Capital letters and digits, looked up byte for byte. */
            code: string;
            /** @description Print plus postage in USD: the amount charged. */
            estimatedCost: number;
            /** @description Always USD. */
            currency: components["schemas"]["Currency"];
            breakdown: components["schemas"]["PriceBreakdown"];
            dimensionsMm: number[] | null;
            unit: components["schemas"]["FileUnit"] | null;
            reference: string | null;
            /**
             * Format: uri
             * @description The order’s page for people; it needs no login and shows no address.
             */
            statusUrl: string;
            /**
             * Format: uri
             * @description The address to poll with the key.
             */
            apiStatusUrl: string;
            /** @description RECEIVED when the card was charged, PENDING_PAYMENT when it was not. A retry whose first response was lost, or not final, returns the present status. */
            status: components["schemas"]["OrderStatus"];
            /** @description Whether money has been taken. */
            paid: boolean;
            /**
             * @description Outcome of the charge. charged: the order is paid. declined: the card was refused, or charged after the order was closed. not_made: the charge never reached the card processor; no money was taken. no_card: no card on file, so nothing was charged. settling: not known yet, so pay nothing. While it is settling, do not order again; a repeat under the same Idempotency-Key, and the order’s read, tell within minutes how it ended.
             * @enum {string}
             */
            charge: "charged" | "declined" | "not_made" | "no_card" | "settling";
            /** @description The amount taken. Only when paid. */
            charged?: number;
            paymentUrl: string | null;
            checkoutUrl?: string | null;
            /**
             * Format: date-time
             * @description The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled.
             */
            payUntil?: string;
            /** @description One sentence on what happened: paid, not paid with the reason (a decline is quoted word for word), or not settled yet. */
            message: string;
            /** @description Only when the color is not in stock: its rate, and the rate of a stock color. When premium came without finer layers. When bodies of the model overlap: what they share is billed once. When something in the file is not printed. How many holes of its surface were closed to measure it. When the part is printed with supports, at no extra charge, or turned, so that it needs none. */
            note?: string;
            /** @description Values that were changed, such as a quantity of 200 to 50. Absent when there are none. */
            adjusted?: components["schemas"]["Adjustment"][];
            /** @description Names of fields in the form that mean nothing here and changed nothing, at most 60 characters of each; after 20 names the last entry counts the others. Absent when there is none. */
            ignored?: string[];
        };
        /** @description The request succeeded. */
        Success: {
            /** @description Always true. */
            success: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description A message of a conversation. */
        SupportMessage: {
            /**
             * @description `user` for the customer, `assistant` for earlier replies.
             * @enum {string}
             */
            role: "user" | "assistant";
            /** @description Plain text. Texts are data: none of them instructs the assistant. */
            content: string;
        };
        /** @description The reply of the support assistant. */
        SupportReply: {
            /** @description Plain text; lines that begin with `- ` are items of a list. */
            reply: string;
            /** @description The sources of the reply, best first; the page of the order comes before them. */
            sources: components["schemas"]["SupportSource"][];
            /** @description Whether a ticket for the operators has the conversation; they reply by email. */
            escalated: boolean;
        };
        /** @description A conversation whose last message is a question. */
        SupportRequest: {
            /** @description The conversation, oldest first. The last message is the question. */
            messages: components["schemas"]["SupportMessage"][];
            /** @description The order that the question is about. A code in the messages counts as well. */
            orderCode?: string;
            /** @description For the reply of a person, instead of the account’s address. Without an account it also has to be the address of the order. */
            email?: string;
        };
        /** @description A part of a page. */
        SupportSource: {
            /** @description Heading of the part. */
            title: string;
            /** @description Its address: a page of this service. */
            url: string;
        };
        TakePrinterCommandRequest: {
            taker: string;
        };
        /**
         * @description The size of a texture.
         * @enum {string}
         */
        TextureResolution: "1k" | "2k" | "4k" | "8k";
        /** @description A wall that is too thin. */
        ThinWall: {
            /** @description The thinnest point, on the mesh, mm. */
            at: number[];
            /** @description Thickness there. */
            thicknessMm: number;
            /** @description Area of the thin surface around it. */
            areaMm2: number;
        };
        /**
         * @description The faces of a model.
         * @enum {string}
         */
        Topology: "triangles" | "quads";
        /** @description The tracking of the parcel. */
        Tracking: {
            /** @description The carrier of the parcel. */
            carrier: string;
            /** @description The carrier’s tracking number. */
            number: string;
            url: string | null;
            /**
             * Format: date-time
             * @description The time at which it was sent.
             */
            shippedAt: string;
        };
        UploadAttachmentRequest: {
            /**
             * Format: binary
             * @description At most 10 MB.
             */
            file: Blob;
        };
        UploadModelRequest: {
            /**
             * Format: binary
             * @description The model: .stl, .obj, .3mf or .glb, at most 100 MB. STL and OBJ numbers are millimeters, GLB numbers are meters, a 3MF file says its own unit.
             */
            file: Blob;
            /** @description Unit of the numbers in the file, when it is not the above. It counts for slices, quotes and orders of this model; an order may name another. `modelUrl` then ends with it (`#units=in`), so that the same file in another unit has another address. */
            units?: components["schemas"]["LengthUnit"];
        };
        UploadPrintFileRequest: {
            /**
             * Format: binary
             * @description A sliced file of one plate, .gcode or .gcode.3mf, at most 100 MB.
             */
            file: Blob;
            /** @description The order’s code. */
            code: string;
            /** @description A queued or failed job of the order, which then prints the file. */
            jobId?: string;
            /** @description The line of the order; required if it has several and no job is named. */
            line?: number;
            /** @description Parts that one run of the file prints; if omitted, the parts of the job, or 1. */
            parts?: number;
        };
        /** @description A model that is stored under the account. */
        UploadedModel: {
            /** @description The id for `/api/slice-quote`. */
            generationId: string;
            /**
             * Format: uri
             * @description `gs://` address of the model, for `modelUrl` of an order and `model_url` of `quote_print`. It ends with `#units=` and the unit, if the upload stated one. It always means these bytes in this unit, whatever is uploaded later.
             */
            modelUrl: string;
            /** @description The name that was sent; of an OBJ the name of the STL made of it. */
            fileName: string;
            /** @description Size of the file behind `modelUrl`. */
            bytes: number;
            /** @description Width, depth and height. */
            dimensionsMm: number[];
            /** @description The volume of the repaired body. */
            volumeCm3: number;
        };
        UseBackupCodeRequest: {
            /** @description A backup code from the list shown when the second factor was set up. */
            code: string;
        };
        /** @description The person of an account. */
        User: {
            /** @description The account’s id. */
            id: string;
            /** @description Lowercased. */
            email: string;
            /** @description Whether the address was confirmed by a code. */
            emailVerified: boolean;
            /**
             * Format: date-time
             * @description The time at which the account was created.
             */
            createdAt: string;
        } & {
            [key: string]: unknown;
        };
        VerifyEmailRequest: {
            /**
             * Format: email
             * @description Any case of letters.
             */
            email: string;
            /** @description The 8 digits of the newest email. */
            otp: string;
        };
        VerifySecondFactorRequest: {
            /** @description A code of six digits. */
            code: string;
        };
        WriteOffDebtRequest: {
            note: string;
        };
        /** @description Every refusal. */
        Error: {
            /** @description The error, in a sentence. */
            error: string;
        };
        /** @description A refusal of a generation. */
        GenerationError: {
            /** @description The error, in a sentence. */
            error: string;
            /** @description The reason, for `nsfw` and `no_credits`. */
            message?: string;
            /** @constant */
            needsPayment?: true;
            /** @description The credits that it would cost, with `no_credits`. */
            creditsRequired?: number;
            /** @description The credits that the account has, with `no_credits`. */
            creditsAvailable?: number;
            /** @description The generation, which continues, with 504. */
            jobId?: string;
        };
    };
    responses: {
        /** @description The headers of the request are too large. The response has no body. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description An unexpected internal error. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Error-Code": components["headers"]["ErrorCode"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request in our log: the `X-Request-Id` of the request (8 to 64 letters, digits, `.`, `_` or `-`), or one of ours.
         * @example 0d9b1c6e-5f6e-1k
         */
        RequestId: string;
        /**
         * @description The stable code of the refusal, such as `rate_limited`: /docs/errors lists each one with its cause and what to do. A code never changes its meaning; new codes may be added, so handle an unknown one by its status.
         * @example rate_limited
         */
        ErrorCode: string;
        /**
         * @description Whole seconds to wait before trying again.
         * @example 5
         */
        RetryAfter: number;
        /**
         * @description The rate limit of the endpoint: its name, `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-10).
         * @example "slice-quote";q=30;w=3600
         */
        RateLimitPolicy: string;
        /**
         * @description The rest of the rate limit: `r` requests for the next `t` seconds. Then `q` requests are free again.
         * @example "slice-quote";r=29;t=1800
         */
        RateLimit: string;
        /**
         * @description The entity tag of this response. If you send it as `If-None-Match`, the response for an unchanged resource is 304 without a body.
         * @example "5f2b8c0d9e1a7f34"
         */
        ETag: string;
        /**
         * @description The date since which the endpoint is deprecated (RFC 9745).
         * @example @1795392000
         */
        Deprecation: string;
        /**
         * @description Replacement of the endpoint.
         * @example </api/billing/webhook>; rel="successor-version"
         */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    submitPrintOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and the card is charged once, even if our database lost the first request in the meantime. A response whose `charge` is `settling` is not stored: a repeated request returns the current state, and makes the charge if the first request was interrupted before sending it. Choose any text, and a different one for every order. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "@part.stl",
                 *       "material": "petg",
                 *       "color": "Black",
                 *       "quantity": 2,
                 *       "recipientName": "Your Name",
                 *       "street1": "1 Main Street",
                 *       "city": "Springfield",
                 *       "state": "IL",
                 *       "zip": "62701",
                 *       "country": "US"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["SubmitPrintOrderRequest"];
            };
        };
        responses: {
            /** @description A dry run: what the order would be. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": true,
                     *       "estimatedCost": 11.8,
                     *       "currency": "USD",
                     *       "breakdown": {
                     *         "print": 4.8,
                     *         "shipping": 7,
                     *         "grams": 20,
                     *         "printHours": 0.98
                     *       },
                     *       "dimensionsMm": [
                     *         32.9,
                     *         32.9,
                     *         32.9
                     *       ],
                     *       "unit": "mm",
                     *       "reference": null,
                     *       "wouldCharge": 11.8
                     *     }
                     */
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The order exists, paid or not. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "estimatedCost": 11.8,
                     *       "currency": "USD",
                     *       "breakdown": {
                     *         "print": 4.8,
                     *         "shipping": 7,
                     *         "grams": 20,
                     *         "printHours": 0.98
                     *       },
                     *       "dimensionsMm": [
                     *         32.9,
                     *         32.9,
                     *         32.9
                     *       ],
                     *       "unit": "mm",
                     *       "reference": null,
                     *       "statusUrl": "https://example.com/orders/SVC-7KQ2ZM",
                     *       "apiStatusUrl": "https://example.com/api/print/orders/SVC-7KQ2ZM",
                     *       "status": "RECEIVED",
                     *       "paid": true,
                     *       "charge": "charged",
                     *       "charged": 11.8,
                     *       "paymentUrl": null,
                     *       "message": "Order SVC-7KQ2ZM is paid: $11.80 was charged to your saved card."
                     *     }
                     */
                    "application/json": components["schemas"]["SubmittedOrder"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readPrintOrder: {
        parameters: {
            query?: {
                /** @description Seconds to wait for a change of the status, the charge or the tracking, at most 30. The response is sent on a change; without one, it is sent when the time expires. With an `If-None-Match` of another version, it is sent immediately: send the ETag of the last response, so that no change between two reads is missed. Beyond 100 waiting reads of an account, it is sent immediately. */
                wait?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "SHIPPED",
                     *       "statusLabel": "Shipped",
                     *       "paid": true,
                     *       "estimatedCost": 11.8,
                     *       "currency": "USD",
                     *       "refunded": 0,
                     *       "breakdown": {
                     *         "print": 4.8,
                     *         "shipping": 7,
                     *         "grams": 20,
                     *         "printHours": 0.98
                     *       },
                     *       "material": "petg",
                     *       "quality": "standard",
                     *       "quantity": 2,
                     *       "color": "Black",
                     *       "dimensionsMm": [
                     *         32.9,
                     *         32.9,
                     *         32.9
                     *       ],
                     *       "unit": "mm",
                     *       "supports": "none",
                     *       "supportsByOperator": false,
                     *       "company": null,
                     *       "vatId": null,
                     *       "purchaseOrder": null,
                     *       "reference": "SKU-0815/42",
                     *       "tracking": {
                     *         "carrier": "USPS",
                     *         "number": "9400100000000000000000",
                     *         "url": "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
                     *         "shippedAt": "2026-11-23T15:04:05.000Z"
                     *       },
                     *       "statusUrl": "https://example.com/orders/SVC-7KQ2ZM",
                     *       "createdAt": "2026-11-21T09:30:00.000Z",
                     *       "updatedAt": "2026-11-23T15:04:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readOrderStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "codes": [
                 *         "SVC-7KQ2ZM",
                 *         "SVC-2B4C6D"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReadOrderStatesRequest"];
            };
        };
        responses: {
            /** @description The states. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orders": [
                     *         {
                     *           "code": "SVC-7KQ2ZM",
                     *           "reference": "SKU-0815/42",
                     *           "status": "SHIPPED",
                     *           "statusLabel": "Shipped",
                     *           "paid": true,
                     *           "charge": "charged",
                     *           "refunded": 0,
                     *           "tracking": {
                     *             "carrier": "USPS",
                     *             "number": "9400100000000000000000",
                     *             "url": "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
                     *             "shippedAt": "2026-11-23T15:04:05.000Z"
                     *           },
                     *           "updatedAt": "2026-11-23T15:04:05.000Z"
                     *         }
                     *       ],
                     *       "unknown": [
                     *         "SVC-2B4C6D"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderStates"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invoice": {
                     *         "number": "2026-000123",
                     *         "kind": "invoice",
                     *         "issuedAt": "2026-11-21T09:30:12.000Z",
                     *         "movedAt": "2026-11-21T09:30:05.000Z",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "correctsNumber": null,
                     *         "seller": [
                     *           "Example Prints GmbH",
                     *           "Hauptstr. 1, 10115 Berlin",
                     *           "VAT ID DE123456789"
                     *         ],
                     *         "buyer": {
                     *           "company": "Muster AG",
                     *           "vatId": "DE987654321",
                     *           "purchaseOrder": "PO-4711",
                     *           "name": "Ada Example",
                     *           "address": [
                     *             "1 Main Street",
                     *             "Berlin, BE 10115",
                     *             "DE"
                     *           ],
                     *           "email": "ada@example.com"
                     *         },
                     *         "lines": [
                     *           {
                     *             "text": "3D print of bracket.stl",
                     *             "detail": "PETG, Black, standard quality",
                     *             "quantity": 2,
                     *             "amount": 4.8
                     *           }
                     *         ],
                     *         "postage": 30,
                     *         "total": 34.8,
                     *         "giftCard": 0,
                     *         "card": 34.8,
                     *         "currency": "USD",
                     *         "tax": {
                     *           "ratePercent": 19,
                     *           "net": 29.24,
                     *           "amount": 5.56
                     *         },
                     *         "url": "https://example.com/documents/2026-000123"
                     *       },
                     *       "corrections": []
                     *     }
                     */
                    "application/json": components["schemas"]["OrderInvoice"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    estimatePrice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bboxMm": {
                 *         "x": 40,
                 *         "y": 30,
                 *         "z": 20
                 *       },
                 *       "material": "petg",
                 *       "quantity": 5,
                 *       "color": "Black"
                 *     }
                 */
                "application/json": components["schemas"]["EstimatePriceRequest"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "filamentChanges": 0,
                     *       "multiColorGrams": 0,
                     *       "multiColorHours": 0,
                     *       "grams": 14,
                     *       "printHours": 0.69,
                     *       "materialCost": 1.68,
                     *       "machineCost": 0,
                     *       "shipping": 7,
                     *       "baseFee": 0,
                     *       "perUnit": 1.6,
                     *       "subtotal": 7.98,
                     *       "total": 14.98,
                     *       "currency": "USD",
                     *       "material": "petg",
                     *       "quality": "standard",
                     *       "quantity": 5,
                     *       "color": "Black",
                     *       "customColor": false,
                     *       "pricePerGram": 0.12
                     *     }
                     */
                    "application/json": components["schemas"]["PriceEstimate"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    repriceCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "modelUrl": "gs://models/models/0f3a.stl",
                 *           "material": "petg",
                 *           "quality": "standard",
                 *           "color": "Black",
                 *           "quantity": 2,
                 *           "infill": 20,
                 *           "layerHeight": 0.2,
                 *           "nozzleDiameter": 0.4,
                 *           "nozzleFlow": "standard",
                 *           "expectedCents": 308
                 *         }
                 *       ],
                 *       "country": "US"
                 *     }
                 */
                "application/json": components["schemas"]["Cart"];
            };
        };
        responses: {
            /** @description The prices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lines": [
                     *         {
                     *           "printCents": 308,
                     *           "grams": 11,
                     *           "printHours": 0.54,
                     *           "changed": false,
                     *           "fromGallery": false
                     *         }
                     *       ],
                     *       "printCents": 308,
                     *       "shippingCents": 700,
                     *       "totalCents": 1008,
                     *       "giftCard": {
                     *         "valid": true,
                     *         "balanceCents": 500,
                     *         "shareCents": 500
                     *       },
                     *       "dueCents": 508,
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["PricedCart"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "modelUrl": "gs://models/models/0f3a.stl",
                 *           "material": "petg",
                 *           "quality": "standard",
                 *           "color": "Black",
                 *           "quantity": 2,
                 *           "infill": 20,
                 *           "layerHeight": 0.2,
                 *           "nozzleDiameter": 0.4,
                 *           "nozzleFlow": "standard",
                 *           "expectedCents": 308
                 *         }
                 *       ],
                 *       "country": "US",
                 *       "address": {
                 *         "recipientName": "Ada Example",
                 *         "street1": "1 Main Street",
                 *         "city": "Springfield",
                 *         "state": "IL",
                 *         "zip": "62701"
                 *       },
                 *       "expectedTotalCents": 1008,
                 *       "idempotencyKey": "5b2f6c1e-8f0a-4f1e-9d57-0c1b2a3d4e5f"
                 *     }
                 */
                "application/json": components["schemas"]["CheckOutRequest"];
            };
        };
        responses: {
            /** @description The order. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ORD-7KQ2ZM",
                     *       "checkoutUrl": "https://checkout.stripe.com/c/pay/cs_test_1",
                     *       "paymentUrl": "https://example.com/orders/ORD-7KQ2ZM/pay",
                     *       "paid": false,
                     *       "totalCents": 1008,
                     *       "giftCents": 0,
                     *       "dueCents": 1008,
                     *       "statusUrl": "https://example.com/orders/ORD-7KQ2ZM",
                     *       "lines": [
                     *         {
                     *           "printCents": 308,
                     *           "color": "Black"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An unexpected internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    buyGiftCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 2500,
                 *       "recipientEmail": "grace@example.com",
                 *       "message": "Happy birthday!"
                 *     }
                 */
                "application/json": components["schemas"]["BuyGiftCardRequest"];
            };
        };
        responses: {
            /** @description The page for the payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checkoutUrl": "https://checkout.stripe.com/c/pay/cs_test_1"
                     *     }
                     */
                    "application/json": components["schemas"]["Purchase"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkGiftCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "GIFT-7KQ2-M4TD-9XWR"
                 *     }
                 */
                "application/json": components["schemas"]["CheckGiftCardRequest"];
            };
        };
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "balanceCents": 2500,
                     *       "currency": "USD"
                     *     }
                     */
                    "application/json": components["schemas"]["GiftCardBalance"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    draftOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Two copies in black PETG, please.",
                 *       "modelUrl": "gs://models/models/0f3a.stl",
                 *       "address": {
                 *         "recipientName": "Ada Example",
                 *         "street1": "1 Main Street",
                 *         "city": "Springfield",
                 *         "state": "IL",
                 *         "zip": "62701"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DraftOrderRequest"];
            };
        };
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "draft": {
                     *         "items": [
                     *           {
                     *             "modelUrl": "gs://models/models/0f3a.stl",
                     *             "material": "petg",
                     *             "quality": "standard",
                     *             "color": "Black",
                     *             "quantity": 2,
                     *             "infill": 20,
                     *             "layerHeight": 0.2,
                     *             "nozzleDiameter": 0.4,
                     *             "nozzleFlow": "standard"
                     *           }
                     *         ],
                     *         "country": "US",
                     *         "address": {
                     *           "recipientName": "Ada Example",
                     *           "street1": "1 Main Street",
                     *           "city": "Springfield",
                     *           "state": "IL",
                     *           "zip": "62701"
                     *         }
                     *       },
                     *       "missing": [],
                     *       "quote": {
                     *         "lines": [
                     *           {
                     *             "printCents": 308,
                     *             "grams": 11,
                     *             "printHours": 0.54,
                     *             "changed": false,
                     *             "fromGallery": false
                     *           }
                     *         ],
                     *         "printCents": 308,
                     *         "shippingCents": 700,
                     *         "totalCents": 1008,
                     *         "giftCard": null,
                     *         "dueCents": 1008,
                     *         "currency": "USD"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DraftedOrder"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    askSupport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "What does shipping to Germany cost?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SupportRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reply": "Within the United States (USA) postage is $7, and free from $50 of printing. To Canada, …",
                     *       "sources": [
                     *         {
                     *           "title": "Where do you ship to, and what does shipping cost?",
                     *           "url": "https://print.example.com/help#shipping"
                     *         }
                     *       ],
                     *       "escalated": false
                     *     }
                     */
                    "application/json": components["schemas"]["SupportReply"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    askSupportAsAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "What does shipping to Germany cost?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SupportRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reply": "Within the United States (USA) postage is $7, and free from $50 of printing. To Canada, …",
                     *       "sources": [
                     *         {
                     *           "title": "Where do you ship to, and what does shipping cost?",
                     *           "url": "https://print.example.com/help#shipping"
                     *         }
                     *       ],
                     *       "escalated": false
                     *     }
                     */
                    "application/json": components["schemas"]["SupportReply"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    generateModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON for text; a form for anything with a picture. Unrecognized values of options count as not sent. A misspelled name is refused before anything is charged, and any other unknown one is listed as `ignored`. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inputMode": "image",
                 *       "image": "@photo.png",
                 *       "mode": "fast_draft"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["GenerationFromPictures"];
                /**
                 * @example {
                 *       "prompt": "a teapot",
                 *       "mode": "hi_fi",
                 *       "advanced": {
                 *         "meshQuality": "high"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GenerationFromText"];
            };
        };
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.glb",
                     *       "previewUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.glb",
                     *       "persisted": true,
                     *       "meshRepair": {
                     *         "applied": false,
                     *         "summary": "The mesh is closed and needed no repair."
                     *       },
                     *       "printability": {
                     *         "watertight": true,
                     *         "volumeCm3": 31.4,
                     *         "holes": 0,
                     *         "nonManifoldEdges": 0,
                     *         "triangles": 48210,
                     *         "dimensionsMm": [
                     *           60,
                     *           42,
                     *           38
                     *         ],
                     *         "minFeatureMm": 38,
                     *         "featureSizeEstimated": true,
                     *         "maxOverhangDeg": 52,
                     *         "fitsPlate": true
                     *       },
                     *       "source": "tripo",
                     *       "taskId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "generationId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *       "mode": "fast_draft",
                     *       "inputMode": "text",
                     *       "creditsCharged": 1,
                     *       "agent": {
                     *         "enhancedPrompt": "a teapot, one solid object with a flat base",
                     *         "addedConstraints": [
                     *           "flat base"
                     *         ],
                     *         "engineChosen": "auto",
                     *         "engineReasoning": "A draft goes to the engine that is fastest.",
                     *         "complexity": "simple",
                     *         "estimatedSeconds": 60,
                     *         "promptLogId": "1b8f6c4e-2a7d-4c19-8f35-6d0e9a7b5c21",
                     *         "routingLogId": "2c9a7d5f-3b8e-4d2a-9046-7e1fab8c6d32",
                     *         "validationLogId": "3dab8e60-4c9f-4e3b-8157-8f20bc9d7e43"
                     *       },
                     *       "printStatus": "ready",
                     *       "printDetail": "Watertight and printable as it is.",
                     *       "printabilityScore": 95,
                     *       "issues": [],
                     *       "recommendations": [],
                     *       "printEstimate": {
                     *         "grams": 18,
                     *         "printHours": 0.89,
                     *         "total": 9.16,
                     *         "currency": "USD",
                     *         "material": "pla",
                     *         "quality": "standard",
                     *         "sizeMm": {
                     *           "x": 60,
                     *           "y": 42,
                     *           "z": 38
                     *         },
                     *         "scaledToPlate": false,
                     *         "note": "One PLA part at standard quality and 20% infill in a stock color, with flat US postage."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GenerationResult"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Refused. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
        };
    };
    startGeneration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON for text; a form for anything with a picture. Unrecognized values of options count as not sent. A misspelled name is refused before anything is charged, and any other unknown one is listed as `ignored`. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inputMode": "image",
                 *       "image": "@photo.png",
                 *       "mode": "fast_draft"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["GenerationFromPictures"];
                /**
                 * @example {
                 *       "prompt": "a teapot",
                 *       "mode": "hi_fi",
                 *       "advanced": {
                 *         "meshQuality": "high"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GenerationFromText"];
            };
        };
        responses: {
            /** @description Queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": components["schemas"]["StartedGeneration"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
        };
    };
    readGenerationJob: {
        parameters: {
            query: {
                /**
                 * @description The id that start returned.
                 * @example 0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11
                 */
                jobId: string;
            };
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *       "userEmail": "you@example.com",
                     *       "status": "running",
                     *       "stage": "generating",
                     *       "createdAt": 1795392000000,
                     *       "startedAt": 1795392001000
                     *     }
                     */
                    "application/json": components["schemas"]["GenerationJob"];
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readActiveGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a generation is running. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": false
                     *     }
                     */
                    "application/json": components["schemas"]["ActiveGeneration"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGenerations: {
        parameters: {
            query?: {
                /** @description The number of the page, from 1. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generations": [
                     *         {
                     *           "id": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *           "status": "done",
                     *           "createdAt": 1795392000000,
                     *           "prompt": "a teapot",
                     *           "creditsCharged": 1,
                     *           "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe.glb"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "page": 1,
                     *       "pages": 1
                     *     }
                     */
                    "application/json": components["schemas"]["OwnGenerations"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the generation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation is cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "creditsReturned": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CancelledGeneration"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readDraftSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `setId` of its start. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7b0d5c2a-91f4-4e0b-8a3c-5d2e6f7a8b90",
                     *       "drafts": [
                     *         {
                     *           "jobId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *           "place": 1,
                     *           "status": "done",
                     *           "creditsCharged": 1,
                     *           "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe.glb",
                     *           "error": null,
                     *           "refinedJobId": "4c6e8a01-2b3d-4f5e-9a7b-8c9d0e1f2a3b"
                     *         }
                     *       ],
                     *       "refineCredits": 3
                     *     }
                     */
                    "application/json": components["schemas"]["DraftSet"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the generation or upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation or upload is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteImage: {
        parameters: {
            query: {
                /**
                 * @description Its `imageUrl`.
                 * @example gs://models/images/2ef0a0a6a5d1cbbe.png
                 */
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadModel: {
        parameters: {
            query: {
                /**
                 * @description `modelUrl` or `previewUrl` of a generation, `modelUrl` of an upload, or `imageUrl` of a picture.
                 * @example gs://models/models/2ef0a0a6a5d1cbbe.glb
                 */
                url: string;
                /** @description `true` to be saved as a file. */
                download?: "true" | "false";
                /** @description glb, stl, obj or 3mf: content type and file name of a generation. */
                format?: "glb" | "stl" | "obj" | "3mf";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "model/stl": Blob;
                    "model/gltf-binary": Blob;
                    "model/3mf": Blob;
                    "text/x-gcode": Blob;
                    "model/obj": Blob;
                    "image/png": Blob;
                    "image/jpeg": Blob;
                    "image/webp": Blob;
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadModelFile: {
        parameters: {
            query?: {
                /** @description stl unless given. */
                format?: "stl" | "3mf" | "glb" | "3mf-stock-colors";
            };
            header?: never;
            path: {
                /** @description The id of the model, or of its entry in the gallery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, named after the model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "model/stl": Blob;
                    "model/3mf": Blob;
                    "model/gltf-binary": Blob;
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It no longer exists. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `generationId` of the model. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sizeMm": 120,
                 *       "hollowWallMm": 2
                 *     }
                 */
                "application/json": components["schemas"]["ChangeModelRequest"];
            };
        };
        responses: {
            /** @description The new models are stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "madeFrom": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *       "change": "hollow 2 mm, 120 mm",
                     *       "models": [
                     *         {
                     *           "generationId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *           "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.stl",
                     *           "fileName": "a fox, hollow 2 mm, 120 mm.glb",
                     *           "bytes": 684,
                     *           "dimensionsMm": [
                     *             20,
                     *             20,
                     *             20
                     *           ],
                     *           "volumeCm3": 8,
                     *           "part": 1,
                     *           "url": "https://print.example.com/models/6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedModels"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retextureModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "generationId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                 *       "prompt": "mossy stone"
                 *     }
                 */
                "application/json": components["schemas"]["RetextureModelRequest"];
            };
        };
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.glb",
                     *       "previewUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.glb",
                     *       "persisted": true,
                     *       "meshRepair": {
                     *         "applied": false,
                     *         "summary": "The mesh is closed and needed no repair."
                     *       },
                     *       "printability": {
                     *         "watertight": true,
                     *         "volumeCm3": 31.4,
                     *         "holes": 0,
                     *         "nonManifoldEdges": 0,
                     *         "triangles": 48210,
                     *         "dimensionsMm": [
                     *           60,
                     *           42,
                     *           38
                     *         ],
                     *         "minFeatureMm": 38,
                     *         "featureSizeEstimated": true,
                     *         "maxOverhangDeg": 52,
                     *         "fitsPlate": true
                     *       },
                     *       "source": "tripo",
                     *       "taskId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "generationId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *       "mode": "fast_draft",
                     *       "inputMode": "text",
                     *       "creditsCharged": 1,
                     *       "agent": {
                     *         "enhancedPrompt": "a teapot, one solid object with a flat base",
                     *         "addedConstraints": [
                     *           "flat base"
                     *         ],
                     *         "engineChosen": "auto",
                     *         "engineReasoning": "A draft goes to the engine that is fastest.",
                     *         "complexity": "simple",
                     *         "estimatedSeconds": 60,
                     *         "promptLogId": "1b8f6c4e-2a7d-4c19-8f35-6d0e9a7b5c21",
                     *         "routingLogId": "2c9a7d5f-3b8e-4d2a-9046-7e1fab8c6d32",
                     *         "validationLogId": "3dab8e60-4c9f-4e3b-8157-8f20bc9d7e43"
                     *       },
                     *       "printStatus": "ready",
                     *       "printDetail": "Watertight and printable as it is.",
                     *       "printabilityScore": 95,
                     *       "issues": [],
                     *       "recommendations": [],
                     *       "printEstimate": {
                     *         "grams": 18,
                     *         "printHours": 0.89,
                     *         "total": 9.16,
                     *         "currency": "USD",
                     *         "material": "pla",
                     *         "quality": "standard",
                     *         "sizeMm": {
                     *           "x": 60,
                     *           "y": 42,
                     *           "z": 38
                     *         },
                     *         "scaledToPlate": false,
                     *         "note": "One PLA part at standard quality and 20% infill in a stock color, with flat US postage."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GenerationResult"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Refused. */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
        };
    };
    publishModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "generationId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                 *       "title": "A fox, sitting"
                 *     }
                 */
                "application/json": components["schemas"]["PublishModelRequest"];
            };
        };
        responses: {
            /** @description The model is in the gallery. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f1d0a54-7c1b-4f0e-9a53-0e7a5a7f1d11",
                     *       "generationId": "0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11",
                     *       "title": "A fox, sitting",
                     *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe.glb",
                     *       "url": "https://print.example.com/gallery/3f1d0a54-7c1b-4f0e-9a53-0e7a5a7f1d11",
                     *       "publishedAt": "2026-11-22T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["GalleryEntry"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    withdrawModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model is no longer in the gallery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "@part.stl"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UploadModelRequest"];
            };
        };
        responses: {
            /** @description The model is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generationId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.stl",
                     *       "fileName": "part.stl",
                     *       "bytes": 684,
                     *       "dimensionsMm": [
                     *         20,
                     *         20,
                     *         20
                     *       ],
                     *       "volumeCm3": 8
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedModel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fileName": "part.stl",
                 *       "bytes": 684,
                 *       "sha256": "2ef0a0a62ef0a0a62ef0a0a62ef0a0a62ef0a0a62ef0a0a62ef0a0a62ef0a0a6"
                 *     }
                 */
                "application/json": components["schemas"]["SignUploadRequest"];
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploadUrl": "https://storage.googleapis.com/upload/storage/v1/b/models/o?uploadType=resumable&upload_id=ABg5-U",
                     *       "method": "PUT",
                     *       "headers": {
                     *         "content-type": "model/stl"
                     *       },
                     *       "uploadId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "expiresAt": "2026-01-05T11:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedUpload"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uploadId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11"
                 *     }
                 */
                "application/json": components["schemas"]["CompleteUploadRequest"];
            };
        };
        responses: {
            /** @description The model is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generationId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.stl",
                     *       "fileName": "part.stl",
                     *       "bytes": 684,
                     *       "dimensionsMm": [
                     *         20,
                     *         20,
                     *         20
                     *       ],
                     *       "volumeCm3": 8
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedModel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It no longer exists. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://files.example.com/part.stl"
                 *     }
                 */
                "application/json": components["schemas"]["ImportModelRequest"];
            };
        };
        responses: {
            /** @description The model is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generationId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.stl",
                     *       "fileName": "part.stl",
                     *       "bytes": 684,
                     *       "dimensionsMm": [
                     *         20,
                     *         20,
                     *         20
                     *       ],
                     *       "volumeCm3": 8
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedModel"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    detectColors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "@photo.png"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["DetectColorsForm"];
                /**
                 * @example {
                 *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe.glb"
                 *     }
                 */
                "application/json": components["schemas"]["DetectColorsJson"];
            };
        };
        responses: {
            /** @description The colors. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "colors": [
                     *         {
                     *           "hex": "#E1062F",
                     *           "share": 0.62,
                     *           "stock": {
                     *             "name": "Red",
                     *             "hex": "#E4002B",
                     *             "distance": 0.89
                     *           },
                     *           "billedPerGram": 0.2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DetectedColors"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    generateImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a teapot, one object on a white background"
                 *     }
                 */
                "application/json": components["schemas"]["GenerateImageRequest"];
            };
        };
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imageUrl": "gs://models/images/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.png",
                     *       "width": 1024,
                     *       "height": 1024,
                     *       "mimeType": "image/png",
                     *       "persisted": true,
                     *       "source": "vendor"
                     *     }
                     */
                    "application/json": components["schemas"]["MadeImage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
        };
    };
    editImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "@photo.png",
                 *       "prompt": "make it blue"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["EditImageRequest"];
            };
        };
        responses: {
            /** @description The changed picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imageUrl": "gs://models/images/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.png",
                     *       "width": 1024,
                     *       "height": 1024,
                     *       "mimeType": "image/png",
                     *       "persisted": true,
                     *       "source": "vendor"
                     *     }
                     */
                    "application/json": components["schemas"]["MadeImage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationError"];
                };
            };
        };
    };
    sliceModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "generationId": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11"
                 *     }
                 */
                "application/json": components["schemas"]["SliceModelRequest"];
            };
        };
        responses: {
            /** @description The slice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "cached": false,
                     *       "sliceAnalysis": {
                     *         "filamentCm3": 3.230791,
                     *         "seconds": 710,
                     *         "layers": 100,
                     *         "sliceScale": 1,
                     *         "slicedAt": "2026-01-05T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SliceQuote"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkPrintability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "@part.stl"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["CheckPrintabilityForm"];
                /**
                 * @example {
                 *       "modelUrl": "gs://models/models/2ef0a0a6a5d1cbbe.stl"
                 *     }
                 */
                "application/json": components["schemas"]["CheckPrintabilityJson"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "printability": {
                     *         "watertight": true,
                     *         "volumeCm3": 8,
                     *         "holes": 0,
                     *         "nonManifoldEdges": 0,
                     *         "triangles": 12,
                     *         "dimensionsMm": [
                     *           20,
                     *           20,
                     *           20
                     *         ],
                     *         "minFeatureMm": 20,
                     *         "featureSizeEstimated": true,
                     *         "maxOverhangDeg": 0,
                     *         "fitsPlate": true
                     *       },
                     *       "printStatus": "ready",
                     *       "printDetail": "Watertight and printable as it is.",
                     *       "printabilityScore": 95,
                     *       "issues": [],
                     *       "recommendations": [],
                     *       "unit": "mm",
                     *       "places": [],
                     *       "received": {
                     *         "triangles": 12,
                     *         "boundaryEdges": 0,
                     *         "nonManifoldEdges": 0,
                     *         "components": 1,
                     *         "watertight": true,
                     *         "volumeCm3": 8
                     *       },
                     *       "repaired": {
                     *         "weldedVertices": 0,
                     *         "removedDegenerates": 0,
                     *         "removedDuplicates": 0,
                     *         "removedLoose": 0,
                     *         "flippedFaces": 0,
                     *         "filledHoles": 0,
                     *         "remainingBoundaryEdges": 0
                     *       },
                     *       "minWallMm": null,
                     *       "wallsMeasured": "all",
                     *       "thinWalls": []
                     *     }
                     */
                    "application/json": components["schemas"]["PrintabilityReport"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    callAgentEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `off` leaves pictures of the part out of the results of check_printability and quote_print.
                 * @example off
                 */
                "x-pictures"?: "off";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Up to 1 MB. No batches. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/call",
                 *       "params": {
                 *         "name": "estimate_price",
                 *         "arguments": {
                 *           "grams": 42,
                 *           "material": "petg"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JsonRpcRequest"];
            };
        };
        responses: {
            /** @description The result; also a tool’s refusal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "content": [
                     *           {
                     *             "type": "text",
                     *             "text": "One part of 42 g …"
                     *           }
                     *         ],
                     *         "structuredContent": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcResult"];
                };
            };
            /** @description A notification, a request without `id`: accepted, without a body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not JSON (-32700), not a JSON-RPC request (-32600), unknown tool or missing `_meta` (-32602), headers that disagree with the body (-32020), or an unsupported version (-32022). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32022,
                     *         "message": "Unsupported protocol version.",
                     *         "data": {
                     *           "supported": [
                     *             "2026-07-28",
                     *             "2025-11-25",
                     *             "2025-06-18",
                     *             "2025-03-26"
                     *           ],
                     *           "requested": "1900-01-01"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcFault"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is not implemented. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32601,
                     *         "message": "Method not found: \"prompts/list\""
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcFault"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is over 1 MB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "The body is over 1 MB."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcFault"];
                };
            };
            /** @description The content type is not application/json. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "The content type is not application/json."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcFault"];
                };
            };
            /** @description More than 30 unreadable bodies in an hour. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": null,
                     *       "error": {
                     *         "code": -32600,
                     *         "message": "More than 30 unreadable bodies in an hour."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JsonRpcFault"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Facts about the key, never the key itself. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exists": true,
                     *       "prefix": "svc_live_01234",
                     *       "createdAt": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyStatus"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issueApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapHours": 24
                 *     }
                 */
                "application/json": components["schemas"]["IssueApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "svc_live_0123456789ab0123456789ab0123456789ab0123456789ab",
                     *       "prefix": "svc_live_01234",
                     *       "createdAt": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account no longer has a key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExtensionTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *         "prefix": "svc_ext_012345",
                     *         "name": "Slicer plug-in",
                     *         "createdAt": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ExtensionTokens"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExtensionToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description `name` has 1 to 100 characters. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Slicer plug-in"
                 *     }
                 */
                "application/json": components["schemas"]["CreateExtensionTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11",
                     *       "prefix": "svc_ext_012345",
                     *       "name": "Slicer plug-in",
                     *       "createdAt": "2026-11-21T09:30:00.000Z",
                     *       "token": "svc_ext_0123456789ab0123456789ab0123456789ab0123456789ab"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedExtensionToken"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeExtensionToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token’s `id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token no longer works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOwnRequests: {
        parameters: {
            query?: {
                /** @description succeeded; refused: by a status from 400 to 499 or by a tool; failed: a status of 500 or above, or a tool that failed. */
                state?: "all" | "succeeded" | "refused" | "failed";
                /**
                 * @description Only those with this error code.
                 * @example rate_limited
                 */
                code?: string;
                /** @description Only those with this id. */
                requestId?: string;
                /** @description From 1, the default, to 200. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "method": "POST",
                     *           "path": "/api/print/orders",
                     *           "tool": null,
                     *           "status": 402,
                     *           "errorCode": "spending_limit_reached",
                     *           "requestId": "f3b1c2d4-77aa-2k",
                     *           "durationMs": 84,
                     *           "idempotencyKey": true
                     *         }
                     *       ],
                     *       "page": 1,
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["OwnRequests"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readSpendingLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits, and the remaining amounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "limitCents": 20000,
                     *         "spentCents": 5000,
                     *         "leftCents": 15000
                     *       },
                     *       "apiKey": {
                     *         "limitCents": null,
                     *         "spentCents": 5000,
                     *         "leftCents": null
                     *       },
                     *       "resetsAt": "2026-11-23T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SpendingLimits"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setSpendingLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountCents": 20000,
                 *       "apiKeyCents": null
                 *     }
                 */
                "application/json": components["schemas"]["SetSpendingLimitsRequest"];
            };
        };
        responses: {
            /** @description The new limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "limitCents": 20000,
                     *         "spentCents": 5000,
                     *         "leftCents": 15000
                     *       },
                     *       "apiKey": {
                     *         "limitCents": null,
                     *         "spentCents": 5000,
                     *         "leftCents": null
                     *       },
                     *       "resetsAt": "2026-11-23T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SpendingLimits"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readBuyerDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The defaults. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "company": "Muster AG",
                     *       "vatId": "DE123456789",
                     *       "purchaseOrder": null
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerDefaults"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setBuyerDefaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "company": "Muster AG",
                 *       "vatId": "DE123456789",
                 *       "purchaseOrder": null
                 *     }
                 */
                "application/json": components["schemas"]["SetBuyerDefaultsRequest"];
            };
        };
        responses: {
            /** @description The new defaults. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "company": "Muster AG",
                     *       "vatId": "DE123456789",
                     *       "purchaseOrder": null
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerDefaults"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logo, or null. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logo": {
                     *         "width": 600,
                     *         "height": 200,
                     *         "updatedAt": "2026-11-28T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountLogo"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "@logo.png"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["SetLogoRequest"];
            };
        };
        responses: {
            /** @description The new logo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logo": {
                     *         "width": 600,
                     *         "height": 200,
                     *         "updatedAt": "2026-11-28T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountLogo"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no logo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    saveCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address to open for the user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://checkout.stripe.com/c/pay/cs_test_1"
                     *     }
                     */
                    "application/json": components["schemas"]["CardPage"];
                };
            };
            /** @description For the form of the account page, which is led to the address. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description The address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no card. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removed": true
                     *     }
                     */
                    "application/json": components["schemas"]["CardRemoved"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "losesCredits": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description The account is deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDeleted"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    buyCredits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request get the first response again, and nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pack": 10
                 *     }
                 */
                "application/json": components["schemas"]["BuyCreditsRequest"];
            };
        };
        responses: {
            /** @description The page for the payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this is the response to an earlier request with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checkoutUrl": "https://checkout.stripe.com/c/pay/cs_test_1"
                     *     }
                     */
                    "application/json": components["schemas"]["Purchase"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A saved card, credits or a higher spending limit is needed first. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readOrderForOperators: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "SHIPPED",
                     *       "statusLabel": "Shipped",
                     *       "paid": true,
                     *       "estimatedCost": 11.8,
                     *       "currency": "USD",
                     *       "refunded": 0,
                     *       "breakdown": {
                     *         "print": 4.8,
                     *         "shipping": 7,
                     *         "grams": 20,
                     *         "printHours": 0.98
                     *       },
                     *       "material": "petg",
                     *       "quality": "standard",
                     *       "quantity": 2,
                     *       "color": "Black",
                     *       "dimensionsMm": [
                     *         32.9,
                     *         32.9,
                     *         32.9
                     *       ],
                     *       "unit": "mm",
                     *       "supports": "none",
                     *       "supportsByOperator": false,
                     *       "company": null,
                     *       "vatId": null,
                     *       "purchaseOrder": null,
                     *       "reference": "SKU-0815/42",
                     *       "tracking": {
                     *         "carrier": "USPS",
                     *         "number": "9400100000000000000000",
                     *         "url": "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
                     *         "shippedAt": "2026-11-23T15:04:05.000Z"
                     *       },
                     *       "statusUrl": "https://example.com/orders/SVC-7KQ2ZM",
                     *       "createdAt": "2026-11-21T09:30:00.000Z",
                     *       "updatedAt": "2026-11-23T15:04:05.000Z",
                     *       "version": 4,
                     *       "enteredTracking": {
                     *         "carrier": "USPS",
                     *         "number": "9400100000000000000000",
                     *         "url": null
                     *       },
                     *       "refundedCents": 300,
                     *       "refundingCents": 0,
                     *       "refundableCents": 880,
                     *       "held": {
                     *         "reason": "Waits for black PETG.",
                     *         "by": "ada@farm.example",
                     *         "at": "2026-11-24T09:00:00.000Z"
                     *       },
                     *       "priority": "high",
                     *       "dueAt": "2026-11-29T10:00:00.000Z",
                     *       "refunds": [
                     *         {
                     *           "refundId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *           "state": "succeeded",
                     *           "requestedCents": 300,
                     *           "amountCents": 300,
                     *           "giftCardCents": 0,
                     *           "cardCents": 300,
                     *           "lines": null,
                     *           "postageCents": 0,
                     *           "reason": "One of two parts arrived broken.",
                     *           "requestedBy": "ada@farm.example",
                     *           "failure": null,
                     *           "returnedAt": null,
                     *           "resolution": null,
                     *           "createdAt": "2026-11-24T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "disputedCents": 0,
                     *       "lostCents": 0,
                     *       "disputes": [],
                     *       "fraudWarnings": [],
                     *       "customs": {
                     *         "form": "cn22",
                     *         "needsInvoice": false,
                     *         "postedFrom": "US",
                     *         "lines": [
                     *           {
                     *             "line": 1,
                     *             "description": "3D-printed part of plastic, polyester (PETG)",
                     *             "quantity": 2,
                     *             "netGrams": 60,
                     *             "valueCents": 720,
                     *             "hsCode": "392690",
                     *             "originCountry": "US"
                     *           }
                     *         ],
                     *         "netGrams": 60,
                     *         "grossGrams": 180,
                     *         "valueCents": 720,
                     *         "postageCents": 3000,
                     *         "missing": [
                     *           "sender"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorOrder"];
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setOrderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "SHIPPED",
                 *       "version": 4,
                 *       "tracking": {
                 *         "carrier": "USPS",
                 *         "number": "9400100000000000000000"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetOrderStatusRequest"];
            };
        };
        responses: {
            /** @description The current order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "SHIPPED",
                     *       "statusLabel": "Shipped",
                     *       "paid": true,
                     *       "estimatedCost": 11.8,
                     *       "currency": "USD",
                     *       "refunded": 0,
                     *       "breakdown": {
                     *         "print": 4.8,
                     *         "shipping": 7,
                     *         "grams": 20,
                     *         "printHours": 0.98
                     *       },
                     *       "material": "petg",
                     *       "quality": "standard",
                     *       "quantity": 2,
                     *       "color": "Black",
                     *       "dimensionsMm": [
                     *         32.9,
                     *         32.9,
                     *         32.9
                     *       ],
                     *       "unit": "mm",
                     *       "supports": "none",
                     *       "supportsByOperator": false,
                     *       "company": null,
                     *       "vatId": null,
                     *       "purchaseOrder": null,
                     *       "reference": "SKU-0815/42",
                     *       "tracking": {
                     *         "carrier": "USPS",
                     *         "number": "9400100000000000000000",
                     *         "url": "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
                     *         "shippedAt": "2026-11-23T15:04:05.000Z"
                     *       },
                     *       "statusUrl": "https://example.com/orders/SVC-7KQ2ZM",
                     *       "createdAt": "2026-11-21T09:30:00.000Z",
                     *       "updatedAt": "2026-11-23T15:04:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnyOrder"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused. */
            428: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Choose any text, and a different one for every refund of the order. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 300,
                 *       "reason": "One of two parts arrived broken."
                 *     }
                 */
                "application/json": components["schemas"]["RefundOrderRequest"];
            };
        };
        responses: {
            /** @description The refund is in progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` when an earlier request made this refund. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "refundId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "state": "succeeded",
                     *       "requestedCents": 300,
                     *       "amountCents": 300,
                     *       "giftCardCents": 0,
                     *       "cardCents": 300,
                     *       "lines": null,
                     *       "postageCents": 0,
                     *       "reason": "One of two parts arrived broken.",
                     *       "requestedBy": "ada@farm.example",
                     *       "failure": null,
                     *       "returnedAt": null,
                     *       "resolution": null,
                     *       "createdAt": "2026-11-24T09:00:00.000Z",
                     *       "replayed": false,
                     *       "message": "Refunded $3.00 to the card that paid.",
                     *       "refundedCents": 300,
                     *       "refundingCents": 0,
                     *       "refundableCents": 880,
                     *       "version": 6
                     *     }
                     */
                    "application/json": components["schemas"]["RefundedOrder"];
                };
            };
            /** @description Recorded, but not confirmed by the card processor yet. Do not repeat it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` when an earlier request made this refund. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundedOrder"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
                /** @description The refund’s id. */
                refund: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Sent by bank transfer."
                 *     }
                 */
                "application/json": components["schemas"]["ResolveRefundRequest"];
            };
        };
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "refundId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "state": "failed",
                     *       "requestedCents": 300,
                     *       "amountCents": 300,
                     *       "giftCardCents": 0,
                     *       "cardCents": 0,
                     *       "lines": null,
                     *       "postageCents": 0,
                     *       "reason": "One of two parts arrived broken.",
                     *       "requestedBy": "ada@farm.example",
                     *       "failure": "Refund expired_or_canceled_card",
                     *       "returnedAt": "2026-11-26T09:00:00.000Z",
                     *       "resolution": "Sent by bank transfer.",
                     *       "createdAt": "2026-11-24T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    answerDispute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The dispute’s id. */
                dispute: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The parcel was delivered on November 20; the carrier has the signature."
                 *     }
                 */
                "application/json": components["schemas"]["AnswerDisputeRequest"];
            };
        };
        responses: {
            /** @description The dispute. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "du_1",
                     *       "amountCents": 800,
                     *       "feeCents": 1500,
                     *       "reason": "product_not_received",
                     *       "status": "under_review",
                     *       "evidenceDueAt": "2026-12-05T12:00:00.000Z",
                     *       "evidenceSubmittedAt": "2026-11-27T09:00:00.000Z",
                     *       "openedAt": "2026-11-26T09:00:00.000Z",
                     *       "closedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolveFraudWarning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The warning’s id. */
                warning: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The customer confirmed the order by phone."
                 *     }
                 */
                "application/json": components["schemas"]["ResolveFraudWarningRequest"];
            };
        };
        responses: {
            /** @description The warning. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "issfr_1",
                     *       "fraudType": "made_with_stolen_card",
                     *       "actionable": true,
                     *       "warnedAt": "2026-11-26T09:00:00.000Z",
                     *       "resolution": "The customer confirmed the order by phone."
                     *     }
                     */
                    "application/json": components["schemas"]["FraudWarning"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    findPurchases: {
        parameters: {
            query?: {
                /** @description The id, the payment, a part of the buyer’s or recipient’s address, or the code of a gift card. */
                q?: string;
                /** @description `yes`: only those with a debt, with money that is owed back to the buyer, or with a refund whose outcome is not known. */
                unsettled?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The purchases. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "purchases": [
                     *         {
                     *           "id": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *           "kind": "gift_card",
                     *           "buyerEmail": "ada@example.com",
                     *           "recipientEmail": "grace@example.com",
                     *           "credits": null,
                     *           "amountCents": 5000,
                     *           "unspentCents": 5000,
                     *           "paymentId": "pi_1",
                     *           "paidAt": "2026-11-24T09:00:00.000Z",
                     *           "voidedAt": null,
                     *           "returns": [],
                     *           "refunds": [],
                     *           "debts": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SoldPurchases"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The purchase’s id. */
                purchase: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "kind": "gift_card",
                     *       "buyerEmail": "ada@example.com",
                     *       "recipientEmail": "grace@example.com",
                     *       "credits": null,
                     *       "amountCents": 5000,
                     *       "unspentCents": 5000,
                     *       "paymentId": "pi_1",
                     *       "paidAt": "2026-11-24T09:00:00.000Z",
                     *       "voidedAt": null,
                     *       "returns": [],
                     *       "refunds": [],
                     *       "debts": []
                     *     }
                     */
                    "application/json": components["schemas"]["SoldPurchase"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refundPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The purchase’s id. */
                purchase: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Bought by mistake."
                 *     }
                 */
                "application/json": components["schemas"]["RefundPurchaseRequest"];
            };
        };
        responses: {
            /** @description The purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "kind": "gift_card",
                     *       "buyerEmail": "ada@example.com",
                     *       "recipientEmail": "grace@example.com",
                     *       "credits": null,
                     *       "amountCents": 5000,
                     *       "unspentCents": 0,
                     *       "paymentId": "pi_1",
                     *       "paidAt": "2026-11-24T09:00:00.000Z",
                     *       "voidedAt": null,
                     *       "returns": [],
                     *       "refunds": [],
                     *       "debts": []
                     *     }
                     */
                    "application/json": components["schemas"]["SoldPurchase"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    voidGiftCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The purchase’s id. */
                purchase: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "kind": "gift_card",
                     *       "buyerEmail": "ada@example.com",
                     *       "recipientEmail": "grace@example.com",
                     *       "credits": null,
                     *       "amountCents": 5000,
                     *       "unspentCents": 0,
                     *       "paymentId": "pi_1",
                     *       "paidAt": "2026-11-24T09:00:00.000Z",
                     *       "voidedAt": "2026-11-26T09:00:00.000Z",
                     *       "returns": [],
                     *       "refunds": [],
                     *       "debts": []
                     *     }
                     */
                    "application/json": components["schemas"]["SoldPurchase"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reissueGiftCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The purchase’s id. */
                purchase: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ReissueGiftCardRequest"];
            };
        };
        responses: {
            /** @description The purchase. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "kind": "gift_card",
                     *       "buyerEmail": "ada@example.com",
                     *       "recipientEmail": "grace@example.com",
                     *       "credits": null,
                     *       "amountCents": 5000,
                     *       "unspentCents": 5000,
                     *       "paymentId": "pi_1",
                     *       "paidAt": "2026-11-24T09:00:00.000Z",
                     *       "voidedAt": null,
                     *       "returns": [],
                     *       "refunds": [],
                     *       "debts": []
                     *     }
                     */
                    "application/json": components["schemas"]["SoldPurchase"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    settleDebt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The debt’s id. */
                debt: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Paid by bank transfer."
                 *     }
                 */
                "application/json": components["schemas"]["SettleDebtRequest"];
            };
        };
        responses: {
            /** @description The debt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2c9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "purchaseId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "email": "ada@example.com",
                     *       "cents": 1132,
                     *       "leftCents": 0,
                     *       "owedBackCents": 0,
                     *       "note": "Paid by bank transfer.",
                     *       "at": "2026-11-25T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerDebt"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    writeOffDebt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The debt’s id. */
                debt: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Paid by bank transfer."
                 *     }
                 */
                "application/json": components["schemas"]["WriteOffDebtRequest"];
            };
        };
        responses: {
            /** @description The debt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2c9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "purchaseId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "email": "ada@example.com",
                     *       "cents": 1132,
                     *       "leftCents": 0,
                     *       "owedBackCents": 0,
                     *       "note": "Paid by bank transfer.",
                     *       "at": "2026-11-25T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerDebt"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    payBackDebt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The debt’s id. */
                debt: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Paid by bank transfer."
                 *     }
                 */
                "application/json": components["schemas"]["PayBackDebtRequest"];
            };
        };
        responses: {
            /** @description The debt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2c9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "purchaseId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "email": "ada@example.com",
                     *       "cents": 1132,
                     *       "leftCents": 0,
                     *       "owedBackCents": 0,
                     *       "note": "Paid by bank transfer.",
                     *       "at": "2026-11-25T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerDebt"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    creditDebt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The debt’s id. */
                debt: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Paid by bank transfer."
                 *     }
                 */
                "application/json": components["schemas"]["CreditDebtRequest"];
            };
        };
        responses: {
            /** @description The debt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2c9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "purchaseId": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "email": "ada@example.com",
                     *       "cents": 1132,
                     *       "leftCents": 0,
                     *       "owedBackCents": 0,
                     *       "note": "Paid by bank transfer.",
                     *       "at": "2026-11-25T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BuyerDebt"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendOrderMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Choose any text, and a different one for every message about the order. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "A question about your bracket",
                 *       "body": "The hole of your model is 2.9 mm wide. Shall we print it as it is?",
                 *       "attachmentIds": [
                 *         "4f1c7a52-8f1e-4d0b-9a52-6f0f0e0b9d11"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SendOrderMessageRequest"];
            };
        };
        responses: {
            /** @description The email is queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when an earlier request sent this message. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderMessage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "@support-marks.jpeg"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UploadAttachmentRequest"];
            };
        };
        responses: {
            /** @description The file is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attachmentId": "4f1c7a52-8f1e-4d0b-9a52-6f0f0e0b9d11",
                     *       "name": "support-marks.jpeg",
                     *       "contentType": "image/jpeg",
                     *       "bytes": 184220
                     *     }
                     */
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    holdOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Waits for black PETG."
                 *     }
                 */
                "application/json": components["schemas"]["HoldOrderRequest"];
            };
        };
        responses: {
            /** @description The order’s place in the queue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "ACCEPTED",
                     *       "version": 6,
                     *       "held": {
                     *         "reason": "Waits for black PETG.",
                     *         "by": "ada@farm.example",
                     *         "at": "2026-11-24T09:00:00.000Z"
                     *       },
                     *       "priority": "high",
                     *       "dueAt": "2026-11-29T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrderWork"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 6
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseOrderRequest"];
            };
        };
        responses: {
            /** @description The order’s place in the queue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "ACCEPTED",
                     *       "version": 6,
                     *       "held": null,
                     *       "priority": "high",
                     *       "dueAt": "2026-11-29T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrderWork"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setOrderPriority: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "priority": "high"
                 *     }
                 */
                "application/json": components["schemas"]["SetOrderPriorityRequest"];
            };
        };
        responses: {
            /** @description The order’s place in the queue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "ACCEPTED",
                     *       "version": 6,
                     *       "held": {
                     *         "reason": "Waits for black PETG.",
                     *         "by": "ada@farm.example",
                     *         "at": "2026-11-24T09:00:00.000Z"
                     *       },
                     *       "priority": "high",
                     *       "dueAt": "2026-11-29T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrderWork"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addOrderNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Printed one spare."
                 *     }
                 */
                "application/json": components["schemas"]["AddOrderNoteRequest"];
            };
        };
        responses: {
            /** @description All notes of the order, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "notes": [
                     *         {
                     *           "id": "0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *           "by": "ada@farm.example",
                     *           "text": "Printed one spare.",
                     *           "at": "2026-11-24T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderNotes"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reprintOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "line": 1,
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "reason": "Broken on the way.",
                 *       "scrapReason": "transport",
                 *       "version": 6
                 *     }
                 */
                "application/json": components["schemas"]["ReprintOrderRequest"];
            };
        };
        responses: {
            /** @description The order and its jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "PRINTING",
                     *       "version": 7,
                     *       "jobs": [
                     *         {
                     *           "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *           "orderCode": "SVC-7KQ2ZM",
                     *           "plate": 1,
                     *           "parts": 2,
                     *           "state": "queued",
                     *           "version": 1,
                     *           "material": "petg",
                     *           "color": "Black",
                     *           "nozzleDiameter": 0.4,
                     *           "printHours": 1.96,
                     *           "fileKind": "gcode",
                     *           "slicing": null,
                     *           "fileId": null,
                     *           "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *           "priority": 0,
                     *           "dueAt": "2026-11-28T17:00:00.000Z",
                     *           "good": null,
                     *           "scrap": null,
                     *           "reason": null,
                     *           "aloneReason": null,
                     *           "printer": null,
                     *           "leasedUntil": null,
                     *           "attempts": 0,
                     *           "progress": null,
                     *           "remainingSeconds": null,
                     *           "reprintOf": null,
                     *           "createdAt": "2026-11-21T10:00:00.000Z",
                     *           "claimedAt": null,
                     *           "finishedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderJobs"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "start",
                 *       "orders": [
                 *         {
                 *           "code": "SVC-7KQ2ZM",
                 *           "version": 5
                 *         },
                 *         {
                 *           "code": "SVC-8NB4XW"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PreviewBulkActionRequest"];
            };
        };
        responses: {
            /** @description Preview of the confirmation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0c2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "action": "start",
                     *       "by": "ada@farm.example",
                     *       "confirmedAt": null,
                     *       "withoutTracking": false,
                     *       "counts": {
                     *         "pending": 1,
                     *         "done": 0,
                     *         "excluded": 1,
                     *         "refused": 0
                     *       },
                     *       "orders": [
                     *         {
                     *           "code": "SVC-7KQ2ZM",
                     *           "version": 5,
                     *           "outcome": "pending",
                     *           "why": null,
                     *           "short": null
                     *         },
                     *         {
                     *           "code": "SVC-8NB4XW",
                     *           "version": 3,
                     *           "outcome": "excluded",
                     *           "why": "held",
                     *           "short": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The action’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Outcome for each order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0c2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "action": "start",
                     *       "by": "ada@farm.example",
                     *       "confirmedAt": "2026-11-24T09:00:00.000Z",
                     *       "withoutTracking": false,
                     *       "counts": {
                     *         "pending": 0,
                     *         "done": 1,
                     *         "excluded": 1,
                     *         "refused": 0
                     *       },
                     *       "orders": [
                     *         {
                     *           "code": "SVC-7KQ2ZM",
                     *           "version": 5,
                     *           "outcome": "done",
                     *           "why": null,
                     *           "short": null
                     *         },
                     *         {
                     *           "code": "SVC-8NB4XW",
                     *           "version": 3,
                     *           "outcome": "excluded",
                     *           "why": "held",
                     *           "short": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readBulkAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The action’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action and its orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0c2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c",
                     *       "action": "start",
                     *       "by": "ada@farm.example",
                     *       "confirmedAt": "2026-11-24T09:00:00.000Z",
                     *       "withoutTracking": false,
                     *       "counts": {
                     *         "pending": 0,
                     *         "done": 1,
                     *         "excluded": 1,
                     *         "refused": 0
                     *       },
                     *       "orders": [
                     *         {
                     *           "code": "SVC-7KQ2ZM",
                     *           "version": 5,
                     *           "outcome": "done",
                     *           "why": null,
                     *           "short": null
                     *         },
                     *         {
                     *           "code": "SVC-8NB4XW",
                     *           "version": 3,
                     *           "outcome": "excluded",
                     *           "why": "held",
                     *           "short": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkAction"];
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveProcessorEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The processor’s signature. */
                "Stripe-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "type": "payment_intent.succeeded"
                 *     }
                 */
                "application/json": components["schemas"]["ProcessorEvent"];
            };
        };
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceived"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receiveProcessorEventAlias: {
        parameters: {
            query?: never;
            header: {
                /** @description The processor’s signature. */
                "Stripe-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "type": "payment_intent.succeeded"
                 *     }
                 */
                "application/json": components["schemas"]["ProcessorEvent"];
            };
        };
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceived"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setWebOrderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "ORD-12345",
                 *       "status": "PRINTING"
                 *     }
                 */
                "application/json": components["schemas"]["SetWebOrderStatusRequest"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportPrintFinished: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "SHIPPED",
                     *       "statusLabel": "Shipped",
                     *       "paid": true,
                     *       "estimatedCost": 11.8,
                     *       "currency": "USD",
                     *       "refunded": 0,
                     *       "breakdown": {
                     *         "print": 4.8,
                     *         "shipping": 7,
                     *         "grams": 20,
                     *         "printHours": 0.98
                     *       },
                     *       "material": "petg",
                     *       "quality": "standard",
                     *       "quantity": 2,
                     *       "color": "Black",
                     *       "dimensionsMm": [
                     *         32.9,
                     *         32.9,
                     *         32.9
                     *       ],
                     *       "unit": "mm",
                     *       "supports": "none",
                     *       "supportsByOperator": false,
                     *       "company": null,
                     *       "vatId": null,
                     *       "purchaseOrder": null,
                     *       "reference": "SKU-0815/42",
                     *       "tracking": {
                     *         "carrier": "USPS",
                     *         "number": "9400100000000000000000",
                     *         "url": "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
                     *         "shippedAt": "2026-11-23T15:04:05.000Z"
                     *       },
                     *       "statusUrl": "https://example.com/orders/SVC-7KQ2ZM",
                     *       "createdAt": "2026-11-21T09:30:00.000Z",
                     *       "updatedAt": "2026-11-23T15:04:05.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AnyOrder"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queueOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order’s code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["QueueOrderRequest"];
            };
        };
        responses: {
            /** @description The order and its jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "ACCEPTED",
                     *       "version": 3,
                     *       "jobs": [
                     *         {
                     *           "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *           "orderCode": "SVC-7KQ2ZM",
                     *           "plate": 1,
                     *           "parts": 2,
                     *           "state": "queued",
                     *           "version": 1,
                     *           "material": "petg",
                     *           "color": "Black",
                     *           "nozzleDiameter": 0.4,
                     *           "printHours": 1.96,
                     *           "fileKind": "gcode",
                     *           "slicing": null,
                     *           "fileId": null,
                     *           "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *           "priority": 0,
                     *           "dueAt": "2026-11-28T17:00:00.000Z",
                     *           "good": null,
                     *           "scrap": null,
                     *           "reason": null,
                     *           "aloneReason": null,
                     *           "printer": null,
                     *           "leasedUntil": null,
                     *           "attempts": 0,
                     *           "progress": null,
                     *           "remainingSeconds": null,
                     *           "reprintOf": null,
                     *           "createdAt": "2026-11-21T10:00:00.000Z",
                     *           "claimedAt": null,
                     *           "finishedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderJobs"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPrintJobs: {
        parameters: {
            query?: {
                /** @description Which jobs; queued by default. */
                view?: "queued" | "unsliced" | "printing" | "attention" | "done" | "cancelled";
                /** @description Only jobs of this printer. */
                printer?: string;
                /** @description `next` of the previous page. */
                after?: string;
                /** @description All jobs of this order instead. */
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *           "orderCode": "SVC-7KQ2ZM",
                     *           "plate": 1,
                     *           "parts": 2,
                     *           "state": "queued",
                     *           "version": 1,
                     *           "material": "petg",
                     *           "color": "Black",
                     *           "nozzleDiameter": 0.4,
                     *           "printHours": 1.96,
                     *           "fileKind": "gcode",
                     *           "slicing": null,
                     *           "fileId": null,
                     *           "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *           "priority": 0,
                     *           "dueAt": "2026-11-28T17:00:00.000Z",
                     *           "good": null,
                     *           "scrap": null,
                     *           "reason": null,
                     *           "aloneReason": null,
                     *           "printer": null,
                     *           "leasedUntil": null,
                     *           "attempts": 0,
                     *           "progress": null,
                     *           "remainingSeconds": null,
                     *           "reprintOf": null,
                     *           "createdAt": "2026-11-21T10:00:00.000Z",
                     *           "claimedAt": null,
                     *           "finishedAt": null
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["PrintJobPage"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPrintJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "SVC-7KQ2ZM",
                 *       "plates": [
                 *         {
                 *           "parts": 2
                 *         },
                 *         {
                 *           "parts": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePrintJobsRequest"];
            };
        };
        responses: {
            /** @description The order and its jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "SVC-7KQ2ZM",
                     *       "status": "ACCEPTED",
                     *       "version": 3,
                     *       "jobs": [
                     *         {
                     *           "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *           "orderCode": "SVC-7KQ2ZM",
                     *           "plate": 1,
                     *           "parts": 2,
                     *           "state": "queued",
                     *           "version": 1,
                     *           "material": "petg",
                     *           "color": "Black",
                     *           "nozzleDiameter": 0.4,
                     *           "printHours": 1.96,
                     *           "fileKind": "gcode",
                     *           "slicing": null,
                     *           "fileId": null,
                     *           "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *           "priority": 0,
                     *           "dueAt": "2026-11-28T17:00:00.000Z",
                     *           "good": null,
                     *           "scrap": null,
                     *           "reason": null,
                     *           "aloneReason": null,
                     *           "printer": null,
                     *           "leasedUntil": null,
                     *           "attempts": 0,
                     *           "progress": null,
                     *           "remainingSeconds": null,
                     *           "reprintOf": null,
                     *           "createdAt": "2026-11-21T10:00:00.000Z",
                     *           "claimedAt": null,
                     *           "finishedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrderJobs"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The print job’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "reprint",
                 *       "parts": 1,
                 *       "version": 4,
                 *       "scrapReason": "surface"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePrintJobRequest"];
            };
        };
        responses: {
            /** @description The current job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job": {
                     *         "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 2,
                     *         "state": "done",
                     *         "version": 4,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 1.96,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": 1,
                     *         "scrap": 1,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": "mk4-1",
                     *         "leasedUntil": null,
                     *         "attempts": 1,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": null,
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": "2026-11-21T10:05:00.000Z",
                     *         "finishedAt": "2026-11-21T12:10:00.000Z"
                     *       },
                     *       "reprint": {
                     *         "id": "9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 1,
                     *         "state": "queued",
                     *         "version": 1,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 0.98,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": null,
                     *         "scrap": null,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": null,
                     *         "leasedUntil": null,
                     *         "attempts": 0,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": null,
                     *         "finishedAt": null
                     *       },
                     *       "orderStatus": "PRINTING"
                     *     }
                     */
                    "application/json": components["schemas"]["PrintJobResult"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reslicePrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The print job’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "layerHeight": 0.28,
                 *       "infill": 20,
                 *       "supports": true
                 *     }
                 */
                "application/json": components["schemas"]["ReslicePrintJobRequest"];
            };
        };
        responses: {
            /** @description The job with its new file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job": {
                     *         "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 2,
                     *         "state": "queued",
                     *         "version": 2,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 1.96,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": "5d4c3b2a-1f0e-4d9c-8b7a-6f5e4d3c2b1a",
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": null,
                     *         "scrap": null,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": null,
                     *         "leasedUntil": null,
                     *         "attempts": 0,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": null,
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": null,
                     *         "finishedAt": null
                     *       },
                     *       "file": {
                     *         "fileId": "5d4c3b2a-1f0e-4d9c-8b7a-6f5e4d3c2b1a",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "fileName": "bracket.gcode",
                     *         "bytes": 4812331,
                     *         "parts": 2,
                     *         "printHours": 2.05,
                     *         "grams": 41
                     *       },
                     *       "layers": 120,
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ReslicedPrintJob"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadPrintFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "@plate.gcode",
                 *       "code": "SVC-7KQ2ZM",
                 *       "parts": 2
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UploadPrintFileRequest"];
            };
        };
        responses: {
            /** @description The file is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "5d4c3b2a-1f0e-4d9c-8b7a-6f5e4d3c2b1a",
                     *       "orderCode": "SVC-7KQ2ZM",
                     *       "fileName": "bracket.gcode",
                     *       "bytes": 4812331,
                     *       "parts": 2,
                     *       "printHours": 2.05,
                     *       "grams": 41,
                     *       "job": null
                     *     }
                     */
                    "application/json": components["schemas"]["StoredPrintFile"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not a file that can be printed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description A system behind the service failed or did not respond. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    claimPrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "printer": "mk4-1",
                 *       "materials": [
                 *         "petg"
                 *       ],
                 *       "colors": [
                 *         "Black"
                 *       ],
                 *       "nozzleDiameters": [
                 *         0.4
                 *       ],
                 *       "volumeMm": {
                 *         "x": 250,
                 *         "y": 210,
                 *         "z": 220
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ClaimPrintJobRequest"];
            };
        };
        responses: {
            /** @description The job, or null. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job": {
                     *         "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 2,
                     *         "state": "claimed",
                     *         "version": 2,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 1.96,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": null,
                     *         "scrap": null,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": "mk4-1",
                     *         "leasedUntil": "2026-11-21T10:15:00.000Z",
                     *         "attempts": 1,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": null,
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": "2026-11-21T10:05:00.000Z",
                     *         "finishedAt": null,
                     *         "lease": "7c6b5a49-3827-4165-8453-4231201f0e9d",
                     *         "note": null,
                     *         "supports": null,
                     *         "file": {
                     *           "url": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *           "name": "bracket.gcode",
                     *           "bytes": 4812331,
                     *           "sha256": "2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a594837261500",
                     *           "printSeconds": 7380
                     *         }
                     *       },
                     *       "retryAfterSeconds": 15,
                     *       "reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renewPrintJobClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The print job’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lease": "7c6b5a49-3827-4165-8453-4231201f0e9d",
                 *       "printing": true,
                 *       "progress": 0.42,
                 *       "remainingSeconds": 4200
                 *     }
                 */
                "application/json": components["schemas"]["RenewPrintJobClaimRequest"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "leasedUntil": "2026-11-21T10:25:00.000Z",
                     *       "stop": null
                     *     }
                     */
                    "application/json": components["schemas"]["Heartbeat"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    completePrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The print job’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lease": "7c6b5a49-3827-4165-8453-4231201f0e9d",
                 *       "good": 1,
                 *       "scrap": 1,
                 *       "scrapReason": "warping"
                 *     }
                 */
                "application/json": components["schemas"]["CompletePrintJobRequest"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job": {
                     *         "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 2,
                     *         "state": "done",
                     *         "version": 4,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 1.96,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": 1,
                     *         "scrap": 1,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": "mk4-1",
                     *         "leasedUntil": null,
                     *         "attempts": 1,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": null,
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": "2026-11-21T10:05:00.000Z",
                     *         "finishedAt": "2026-11-21T12:10:00.000Z"
                     *       },
                     *       "reprint": {
                     *         "id": "9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 1,
                     *         "state": "queued",
                     *         "version": 1,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 0.98,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": null,
                     *         "scrap": null,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": null,
                     *         "leasedUntil": null,
                     *         "attempts": 0,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": null,
                     *         "finishedAt": null
                     *       },
                     *       "orderStatus": "PRINTING"
                     *     }
                     */
                    "application/json": components["schemas"]["PrintJobResult"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    failPrintJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The print job’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lease": "7c6b5a49-3827-4165-8453-4231201f0e9d",
                 *       "reason": "The nozzle is clogged."
                 *     }
                 */
                "application/json": components["schemas"]["FailPrintJobRequest"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job": {
                     *         "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 2,
                     *         "state": "queued",
                     *         "version": 1,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 1.96,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": null,
                     *         "scrap": null,
                     *         "reason": "The nozzle is clogged.",
                     *         "aloneReason": null,
                     *         "printer": null,
                     *         "leasedUntil": null,
                     *         "attempts": 1,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": null,
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": null,
                     *         "finishedAt": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FailedPrintJob"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadPrintJobFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The print job’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, with its name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "model/stl": Blob;
                    "model/gltf-binary": Blob;
                    "model/3mf": Blob;
                    "text/x-gcode": Blob;
                    "model/obj": Blob;
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file was read but cannot be printed, or the result could not be checked. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    reportPrinter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer’s name, as in its claims. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "printing",
                 *       "jobId": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                 *       "progress": 0.42,
                 *       "remainingSeconds": 4200,
                 *       "model": "Prusa MK4",
                 *       "bedMm": {
                 *         "x": 250,
                 *         "y": 210,
                 *         "z": 220,
                 *         "origin": "front_left"
                 *       },
                 *       "nozzleDiameter": 0.4,
                 *       "firmware": "marlin",
                 *       "files": [
                 *         "gcode"
                 *       ],
                 *       "spools": [
                 *         {
                 *           "slot": 1,
                 *           "material": "petg",
                 *           "color": "Black",
                 *           "gramsLeft": 640
                 *         }
                 *       ],
                 *       "temperatures": {
                 *         "nozzle": {
                 *           "actual": 239.6,
                 *           "target": 240
                 *         },
                 *         "bed": {
                 *           "actual": 84.8,
                 *           "target": 85
                 *         }
                 *       },
                 *       "controls": {
                 *         "commands": [
                 *           "pause",
                 *           "resume",
                 *           "cancel"
                 *         ],
                 *         "missing": [
                 *           {
                 *             "feature": "picture",
                 *             "reason": "The printer has no camera."
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReportPrinterRequest"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "mk4-1",
                     *       "state": "printing",
                     *       "since": "2026-11-21T10:05:30.000Z",
                     *       "profile": "250 x 210 x 220 mm",
                     *       "maintenance": null,
                     *       "cleared": false,
                     *       "spools": [
                     *         {
                     *           "slot": 1,
                     *           "material": "petg",
                     *           "color": "Black",
                     *           "gramsLeft": 640
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PrinterState"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clearPlate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer’s name, as in its claims. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scrap": 1,
                 *       "scrapReason": "adhesion",
                 *       "jobId": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                 *       "since": "2026-11-21T10:05:30.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ClearPlateRequest"];
            };
        };
        responses: {
            /** @description The printer gets the next job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job": {
                     *         "id": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f",
                     *         "orderCode": "SVC-7KQ2ZM",
                     *         "plate": 1,
                     *         "parts": 2,
                     *         "state": "done",
                     *         "version": 4,
                     *         "material": "petg",
                     *         "color": "Black",
                     *         "nozzleDiameter": 0.4,
                     *         "printHours": 1.96,
                     *         "fileKind": "gcode",
                     *         "slicing": null,
                     *         "fileId": null,
                     *         "fileUrl": "https://example.com/api/farm/jobs/3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f/file",
                     *         "priority": 0,
                     *         "dueAt": "2026-11-28T17:00:00.000Z",
                     *         "good": 1,
                     *         "scrap": 1,
                     *         "reason": null,
                     *         "aloneReason": null,
                     *         "printer": null,
                     *         "leasedUntil": null,
                     *         "attempts": 0,
                     *         "progress": null,
                     *         "remainingSeconds": null,
                     *         "reprintOf": null,
                     *         "createdAt": "2026-11-21T10:00:00.000Z",
                     *         "claimedAt": null,
                     *         "finishedAt": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ClearedPlate"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putPrinterPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The printer’s name, as in its reports. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "base64": "/9j/4AAQSkZJRgABAQ=="
                 *     }
                 */
                "application/json": components["schemas"]["PutPrinterPictureRequest"];
            };
        };
        responses: {
            /** @description Stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-11-21T10:05:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PrinterPicture"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPrinterCommands: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open commands. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "commands": [
                     *         {
                     *           "id": "0b7c5d5e-6a0f-4c1b-9a53-2f1f3f5d7a11",
                     *           "printer": "mk4-1",
                     *           "action": "pause",
                     *           "jobId": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PrinterCommands"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    takePrinterCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The command’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taker": "5f0d3c2b-1a49-4e78-8c67-b5a4938271f0"
                 *     }
                 */
                "application/json": components["schemas"]["TakePrinterCommandRequest"];
            };
        };
        responses: {
            /** @description Carry it out, and report its outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b7c5d5e-6a0f-4c1b-9a53-2f1f3f5d7a11",
                     *       "printer": "mk4-1",
                     *       "action": "pause",
                     *       "jobId": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f"
                     *     }
                     */
                    "application/json": components["schemas"]["PrinterCommand"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endPrinterCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The command’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taker": "5f0d3c2b-1a49-4e78-8c67-b5a4938271f0",
                 *       "outcome": "failed",
                 *       "reason": "The printer is heating up."
                 *     }
                 */
                "application/json": components["schemas"]["EndPrinterCommandRequest"];
            };
        };
        responses: {
            /** @description Recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b7c5d5e-6a0f-4c1b-9a53-2f1f3f5d7a11",
                     *       "printer": "mk4-1",
                     *       "action": "pause",
                     *       "jobId": "3f1c2d4e-6b7a-4c8d-9e0f-1a2b3c4d5e6f"
                     *     }
                     */
                    "application/json": components["schemas"]["PrinterCommand"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It does not exist or belongs to another account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not possible in the current state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            /** @description A dependency failed; the body names it. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.com",
                 *       "password": "eight or more"
                 *     }
                 */
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            /** @description An email with the next step is on its way. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUp"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.com",
                 *       "otp": "12345678"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedAddress"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendVerificationCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.com",
                 *       "type": "email-verification"
                 *     }
                 */
                "application/json": components["schemas"]["SendVerificationCodeRequest"];
            };
        };
        responses: {
            /** @description The email is on its way, if there is such an account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.com",
                 *       "password": "eight or more"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Signed in, or a second factor is needed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInOrAsked"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
            };
        };
        responses: {
            /** @description The email is on its way, if there is such an account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.com",
                 *       "otp": "12345678",
                 *       "password": "eight or more"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description The new password is set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifySecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["VerifySecondFactorRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    useBackupCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "aB3dE-fG6hJ"
                 *     }
                 */
                "application/json": components["schemas"]["UseBackupCodeRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body did not arrive in time. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            /** @description Not allowed for this caller. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session and its person; null without a session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOrNull"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            /** @description Temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. The page at /docs/reference shows it to readers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readOpenApi30: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.0.3. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readOpenApiYaml: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readLlmsText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. Unchanged, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What can be done here, by which endpoint or tool, and what costs money. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Unchanged since the response whose `ETag` the request names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers in the Prometheus text format. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description No valid credential. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Error-Code": components["headers"]["ErrorCode"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
}
