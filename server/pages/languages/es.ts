// Spanish messages. Formal address ("usted").
import type { Catalog } from './words.ts'

export const es: Catalog = {
  // Frame of every page
  'frame.skip': 'Ir al contenido',
  'frame.main': 'Menú principal',
  'frame.quote': 'Presupuesto',
  'frame.generate': 'Generar',
  'frame.gallery': 'Galería',
  'frame.docs': 'Documentación',
  'frame.basket': 'Cesta',
  'frame.basketParts': '{count, plural, one { pieza} other { piezas}}',
  'frame.account': 'Cuenta',
  'frame.slogan': 'Envíe un modelo 3D y reciba la pieza impresa.',
  'frame.about': 'Información',
  'frame.giftCards': 'Tarjetas regalo',
  'frame.terms': 'Condiciones',
  'frame.privacy': 'Privacidad',
  'frame.refunds': 'Reembolsos',
  'frame.help': 'Ayuda',
  'frame.contact': 'Contacto',
  'frame.language': 'Idioma',

  // Units
  'units.days': '{count, plural, one {# día} other {# días}}',
  'units.machineHours': '{count, plural, one {# hora de máquina} other {# horas de máquina}}',

  // Discounts and postage
  'terms.firstDiscount': '{percent}\u00a0% de descuento a partir de {quantity} piezas',
  'terms.nextDiscount': '{percent}\u00a0% a partir de {quantity}',
  'terms.postageFree': 'gratis {where}',
  'terms.postage': '{amount} {where} (gratis a partir de {free})',
  'terms.within': 'dentro de EE.\u00a0UU.',
  'terms.countryFree': '{country}: gratis',
  'terms.countryPostage': '{country}: {amount} (gratis a partir de {free})',
  'terms.abroad': 'al extranjero',
  'terms.toOthers': 'a los demás países',

  // Upload area
  'drop.title': 'Suelte aquí su modelo',
  'drop.opening': 'Abriendo…',
  'drop.choose': 'Elegir un archivo',
  'drop.formats':
    'STL, 3MF, OBJ, GLB o código G ya laminado, hasta {size}, o <link>pegue un enlace</link>',
  'drop.samples': '¿No tiene un archivo a mano? Pruebe uno de los nuestros',
  'drop.gear': 'Un engranaje',
  'drop.vase': 'Un jarrón',
  'drop.faulty': 'Una pieza con defectos',

  // Start page
  'home.title': 'Impresión 3D a domicilio',
  'home.form': 'Calcular el precio de un modelo 3D',
  'home.heading': 'Suelte un modelo 3D. Vea su precio en un segundo.',
  'home.lead':
    'Su navegador mide la pieza, detecta sus defectos y calcula el precio al céntimo antes de subir nada. ¿Le convence el precio? La imprimimos y se la enviamos.',
  'home.leadDays':
    'Una pieza pedida ahora se envía en {count, plural, one {# día} other {# días}}.',
  'home.noAccount': 'Precio sin crear una cuenta',
  'home.noSetup': 'Sin gastos de preparación',
  'home.countries': '{count, plural, one {# país} other {# países}}',
  'home.show': 'Mostrar el precio',
  'home.costs': 'Cuánto cuesta',
  'home.perGram': '{amount} por gramo',
  'home.minimum': 'Como mínimo, {amount} por pieza.',
  'home.premium':
    'Calidad premium ×\u00a0{factor}, con capas de {layer}\u00a0mm, salvo que un pedido por la API REST fije otra altura.',
  'home.customColor': 'Colores que no tenemos en existencias: {amount} por gramo.',
  'home.postage': 'Envío: {terms}.',
  'home.overtime': 'Archivos ya laminados: {amount} por cada hora que exceda lo que cubre su peso.',
  'home.formulas': 'Todas las fórmulas',
  'home.speed': 'Plazos de envío de hoy',
  'home.speedUnknown':
    'No se ha podido consultar la cola de impresión. Recargue la página para intentarlo de nuevo.',
  'home.parts': '{count, plural, one {# pieza} other {# piezas}}',
  'home.speedHint':
    'Calculado ahora mismo, para piezas de {grams}\u00a0g: {queue}, y la granja de impresión produce {hours} al día. Es una estimación, no un compromiso; la página de presupuesto calcula la fecha de su pieza.',
  'home.queueEmpty': 'no hay ningún pedido antes que el suyo',
  'home.queue':
    '{count, plural, one {hay # pedido ({hours}) antes que el suyo} other {hay # pedidos ({hours}) antes que el suyo}}',
  'home.checks': 'Qué comprobamos',
  'home.checkSize':
    '<term>Tamaño.</term> Si cabe en {size}\u00a0mm y si el archivo estaba pensado en otra unidad.',
  'home.checkFaults':
    '<term>Defectos.</term> Aristas abiertas, caras mal unidas y voladizos: se cuentan y se muestran sobre la pieza.',
  'home.checkWalls':
    '<term>Paredes.</term> Se miden en toda la pieza; se marcan las que son demasiado finas para la boquilla.',
  'home.checkSliced':
    '<term>Archivos laminados.</term> El tiempo y el filamento declarados se comparan con los movimientos; se rechaza todo archivo cuyos datos no coincidan.',

  // Prices
  'price.free': 'Gratis',
  'price.giftCard': 'Tarjeta regalo',
  'price.giftBalance': 'de un saldo de {amount}',
  'price.print': 'Impresión, {count, plural, one {# pieza} other {# piezas}}',
  'price.postage': 'Envío, {country}',
  'price.postageHint':
    'Una vez por paquete; gratis a partir de {free} en impresiones, faltan {missing}',
  'price.total': 'Total en dólares estadounidenses',
  'price.due': 'Importe por pagar',
  // Days
  'days.ships': 'Si lo pide hoy, se envía como muy tarde el {day}.',
  'days.shipsAndArrives':
    'Si lo pide hoy, se envía como muy tarde el {day} y llega entre el {from} y el {to}.',
  'days.shipsBy': 'Se envía como muy tarde el {day}.',
  'days.shipsByAndArrives': 'Se envía como muy tarde el {day}. Llega entre el {from} y el {to}.',
  // Settings of a part
  'color.Black': 'Negro',
  'color.White': 'Blanco',
  'color.Red': 'Rojo',
  'color.Cyan': 'Cian',
  'color.Sakura Pink': 'Rosa sakura',
  'color.Sunny Orange': 'Naranja sol',
  'color.Green': 'Verde',
  'color.Yellow': 'Amarillo',
  'color.Mint Green': 'Verde menta',
  'color.Lavender': 'Lavanda',
  'color.Silver': 'Plata',
  'color.Brown': 'Marrón',
  'quality.standard': 'Estándar',
  'quality.premium': 'Premium',
  'specs.premium': 'calidad premium',
  'specs.noColor': 'sin color elegido',
  'specs.asSliced': 'impreso tal como se laminó',
  'specs.units.cm': 'leído en centímetros',
  'specs.units.m': 'leído en metros',
  'specs.units.in': 'leído en pulgadas',
  'specs.infill': 'relleno del {percent}\u00a0%',
  'specs.layers': 'capas de {height}\u00a0mm',
  'specs.nozzle': 'boquilla de {diameter}\u00a0mm',
  'specs.highFlow': 'alto flujo',
  'specs.tiny': 'menos de {mm}',
  'notes.supports': 'La pieza se imprimirá con soportes, sin coste adicional.',
  'notes.turn': 'La pieza se girará para imprimirla, de modo que no necesite soportes.',
  // Orders that wait for payment
  'waiting.order': 'Pedido {code}',
  'waiting.toPay':
    'El pedido {code} por {amount} está pendiente de pago. Todavía no hemos recibido ninguno. <pay>Pague {amount}</pay> o vuelva a tramitar la cesta: el pedido nuevo sustituye al anterior. Si cambia una de sus piezas, el pedido se cancela.',
  'waiting.settling':
    'Se está confirmando un pago de {amount} del pedido {code}. No vuelva a pagar: <link>compruebe si ha llegado</link>.',
  // Basket
  'basket.title': 'Cesta',
  'basket.titleError': 'Error: Cesta',
  'basket.empty':
    'Su cesta está vacía. Elija un modelo 3D para ver su precio en un segundo; no se pide nada antes de tramitar el pedido.',
  'basket.priceModel': 'Calcular el precio de un modelo',
  'basket.parts': '{count, plural, one {# pieza} other {# piezas}}',
  'basket.price': 'Precio',
  'basket.shipTo': 'Enviar a',
  'basket.update': 'Actualizar',
  'basket.checkOut': 'Tramitar el pedido',
  'basket.refused':
    '{count, plural, one {Una pieza no se puede imprimir. Quítela para tramitar el pedido.} other {# piezas no se pueden imprimir. Quítelas para tramitar el pedido.}}',
  'basket.removeRefused': 'Quite esta pieza o añada en su lugar un archivo corregido.',
  'basket.was': 'antes {amount}',
  'basket.quantity': 'Cantidad',
  'basket.quantityWrong': 'Introduzca una cantidad de {min} a {max} o quite la pieza.',
  'basket.lineGone': 'Esta línea ya no está en la cesta.',
  'basket.lineChanged':
    'Esta pieza se modificó en otra ventana. Aquí no se ha guardado nada: se muestra en su estado actual.',
  'basket.remove': 'Quitar',
  'basket.removeFile': 'Quitar {file}',
  'basket.add': 'Añadir una pieza',
  'basket.addHint':
    'La página de presupuesto admite STL, 3MF, OBJ, GLB y código G laminado, en todos los materiales y colores, y muestra la pieza y su precio antes de añadirla.',
  'basket.priceAnother': 'Calcular el precio de otro modelo',
  'basket.pricesChanged':
    'Los precios han cambiado desde que los vio por última vez. Los nuevos figuran abajo; no se ha pedido nada.',
  // Form of a part in the basket
  'editor.edit': 'Editar',
  'editor.sliced':
    'Este archivo ya está laminado: el relleno, las capas y la boquilla se respetan tal cual. Para cambiarlos, lamínelo de nuevo y añada el archivo nuevo.',
  'editor.noQuantities':
    'Este formulario no guarda las cantidades. Si ha cambiado alguna, pulse antes «Actualizar».',
  'editor.material': 'Material',
  'editor.color': 'Color',
  'editor.noColor': 'Sin color elegido',
  'editor.otherColor': 'Otro color',
  'editor.colorName': 'Nombre del color o valor hexadecimal',
  'editor.quality': 'Calidad',
  'editor.infill': 'Relleno, en %',
  'editor.layerHeight': 'Altura de capa, en mm',
  'editor.layersHint':
    'Del {min} al {max}\u00a0% del diámetro de la boquilla. Si se deja vacío: {standard}\u00a0mm en estándar, {premium}\u00a0mm en premium, o la altura más próxima dentro de este margen.',
  'editor.nozzle': 'Boquilla',
  'editor.numberWrong': 'Introduzca un número entero de {min} a {max}.',
  'editor.layerHeightWrong': 'Introduzca una altura de {min} a {max}\u00a0mm.',
  'editor.colorMissing':
    'Otro color: introduzca un nombre o un valor hexadecimal, como teal o #2f6f4f, o elija un color en existencias.',
  'editor.save': 'Guardar con el precio de {amount}',
  'editor.showAgain': 'Volver a mostrar el precio',
  'editor.showNew': 'Mostrar el precio nuevo',
  'editor.samePrice': 'El precio sigue siendo {amount}. Todavía no se ha guardado nada.',
  'editor.newPrice': 'Precio nuevo {amount}, actual {current}. Todavía no se ha guardado nada.',
  'editor.notSaved': 'No se ha guardado nada.',
  // Fields of a form
  'field.optional': '{label} (opcional)',
  'field.correct':
    '{count, plural, one {Corrija el campo marcado:} other {Corrija los campos marcados:}}',
  'field.missing': 'Rellene este campo.',
  'field.tooLong': 'Como máximo, {limit} caracteres.',
  'field.emailWrong':
    'Introduzca una sola dirección de correo electrónico, por ejemplo name@example.com.',
  'field.emailRefused':
    'Introduzca una sola dirección de correo electrónico, sin ningún otro texto.',
  'field.zipWrong':
    'Introduzca un código ZIP de EE.\u00a0UU.: 5 dígitos, o 5 y 4 separados por un guion.',
  'field.giftCardWrong': 'Este código no existe o ya no tiene saldo.',
  'field.vatIdWrong': 'Introduzca el número con el prefijo de su país, por ejemplo DE123456789.',
  // Details of a business buyer
  'buyer.company': 'Empresa',
  'buyer.vatId': 'NIF o número de IVA',
  'buyer.purchaseOrder': 'Número de orden de compra',
  // Saved card
  'card.name': '{brand} terminada en {digits}',
  'card.digits': 'tarjeta terminada en {digits}',
  // Checkout
  'checkout.title': 'Tramitación del pedido',
  'checkout.titleError': 'Error: Tramitación del pedido',
  'checkout.lead': '{count, plural, one {# pieza} other {# piezas}}, {amount}.',
  'checkout.contact': 'Datos de contacto',
  'checkout.noAccount':
    'No necesita una cuenta. <link>Inicie sesión</link> para usar una dirección guardada.',
  'checkout.email': 'Correo electrónico',
  'checkout.shipTo': 'Dirección de envío',
  'checkout.otherAddresses': 'O enviar a: {addresses}',
  'checkout.country': 'País',
  'checkout.updatePostage': 'Actualizar los gastos de envío',
  'checkout.name': 'Nombre y apellidos',
  'checkout.street': 'Calle y número',
  'checkout.apartment': 'Piso, puerta',
  'checkout.zip': 'Código postal',
  'checkout.city': 'Ciudad',
  'checkout.state': 'Estado o provincia',
  'checkout.phone': 'Teléfono para el transportista',
  'checkout.books': 'Para su contabilidad',
  'checkout.invoices':
    'Las facturas son para quienes tienen una cuenta: <link>inicie sesión</link> antes si necesita una. Sin cuenta, la confirmación por correo electrónico sirve de recibo.',
  'checkout.reference': 'Su referencia',
  'checkout.referenceHint': 'Figura en el albarán.',
  'checkout.referenceHintAccount':
    'No aparece en la factura: figura en el albarán y en la lista de sus pedidos.',
  'checkout.note': 'Observaciones',
  'checkout.noteLabel': 'Para la granja de impresión',
  'checkout.noteHint':
    'Lo que conviene saber al imprimir, por ejemplo qué cara quedará a la vista.',
  'checkout.order': 'Su pedido',
  'checkout.quantity': 'Cantidad {quantity}',
  'checkout.giftCard': 'Código de tarjeta regalo',
  'checkout.apply': 'Aplicar',
  'checkout.giftCards': 'Comprar una tarjeta regalo o consultar un saldo',
  'checkout.refused':
    '<link>Quite las piezas que no se pueden imprimir</link> para pedir las demás.',
  'checkout.pay': 'Pedido con obligación de pago',
  'checkout.payByCard': 'Pedido con obligación de pago',
  'checkout.payByOtherCard': 'Pedido con obligación de pago con otra tarjeta',
  'checkout.payByGiftCard': 'Pedido con obligación de pago',
  'checkout.giftCardPays':
    'La tarjeta regalo cubre todo el importe. El pedido se realiza de inmediato.',
  'checkout.cardPage':
    'Introducirá los datos de su tarjeta en la página del proveedor de pagos, que se abre a continuación. No se imprime nada antes del pago, y un pedido que no se paga en {hours} horas se cancela.',
  'checkout.otherCardPage':
    'Introducirá los datos de la otra tarjeta en la página del proveedor de pagos, que se abre a continuación. No se imprime nada antes del pago, y un pedido que no se paga en {hours} horas se cancela.',
  'checkout.charged':
    '{card} es la tarjeta guardada en su cuenta. Se le cobran {amount} de inmediato.',
  'checkout.chargedDigits':
    'La tarjeta guardada en su cuenta termina en {digits}. Se le cobran {amount} de inmediato.',
  'checkout.busy': 'Un momento…',
  'checkout.accept':
    'Al hacer el pedido, usted acepta nuestras <terms>condiciones</terms> y confirma que puede encargar la impresión de los modelos. Consulte también <refunds>Reembolsos</refunds> y <privacy>Privacidad</privacy>.',
  'checkout.declined':
    'La tarjeta guardada ha sido rechazada. No se ha cobrado nada y su cesta no ha cambiado. Pague con otra tarjeta o inténtelo de nuevo.',
  'checkout.declinedBecause':
    'La tarjeta guardada ha sido rechazada: {reason}. No se ha cobrado nada y su cesta no ha cambiado. Pague con otra tarjeta o inténtelo de nuevo.',
  // Reasons of declined cards, after a colon. Pages in English quote the card processor instead
  'declined.card_not_supported': 'la tarjeta no admite este tipo de pago',
  'declined.expired_card': 'está caducada',
  'declined.insufficient_funds': 'no tiene fondos suficientes',
  'declined.processing_error': 'se ha producido un error al procesarla',
  // Failures of a checkout
  'failure.basketChanged':
    'La cesta se ha modificado o se ha pedido en otra ventana. Aquí no se ha pedido nada: compruébela y haga el pedido de nuevo.',
  'failure.cardChanged':
    'Ahora hay otra tarjeta guardada en su cuenta. No se ha pedido ni cobrado nada: compruebe la tarjeta indicada bajo el botón y haga el pedido de nuevo.',
  'failure.debt':
    'Esta cuenta debe {amount}: el pago de una tarjeta regalo o de créditos se anuló después de que se gastaran. No puede comprarlos ni usarlos hasta que se salde esa deuda; póngase en contacto con nosotros. No se ha cobrado nada.',
  'failure.dueChanged':
    'El importe por pagar es ahora de {amount}. No se ha pedido nada: compruebe el pedido y hágalo de nuevo.',
  'failure.giftCardUnusable':
    'El código de esta tarjeta regalo no existe o ya no tiene saldo. No se ha pedido nada.',
  'failure.giftCardLimit':
    'Se han probado demasiados códigos de tarjeta regalo desde su red. Inténtelo más tarde.',
  'failure.networkLimit':
    'Se han iniciado demasiados pedidos desde su red. No se ha pedido nada. Inténtelo más tarde.',
  'failure.emailLimit':
    'Hoy se han iniciado demasiados pedidos con esta dirección de correo electrónico. No se ha pedido nada. Inicie sesión para hacer el pedido o inténtelo mañana.',
  'failure.limiterUnavailable':
    'El limitador de solicitudes no está disponible. No se ha hecho nada; inténtelo de nuevo en unos instantes.',
  'failure.notWritten':
    'Se ha producido un error por nuestra parte y el pedido no se ha realizado. No se ha cobrado nada. El error ha quedado registrado; inténtelo de nuevo en unos instantes.',
  'failure.notWrittenNow':
    'El pedido no se ha podido guardar en este momento. No se ha cobrado nada; envíelo de nuevo.',
  'failure.openOrders':
    'Su cuenta tiene {limit} pedidos sin pagar. Pague uno de ellos o espere a que se cancele el más antiguo, {days, plural, one {un día} other {# días}} después de haberse realizado. No se ha pedido nada.',
  'failure.priceChanged':
    'El precio del artículo {place} es ahora de {amount}. No se ha pedido nada: compruebe el precio nuevo y haga el pedido de nuevo.',
  'failure.processorBusy':
    'Se están abriendo demasiadas páginas de pago; inténtelo de nuevo en {seconds} segundos. No se ha cobrado nada.',
  'failure.processorUnavailable':
    'No se ha podido contactar con el proveedor de pagos. No se ha cambiado nada; inténtelo de nuevo.',
  'failure.totalChanged':
    'El total es ahora de {amount}. No se ha pedido nada: compruebe el total nuevo y haga el pedido de nuevo.',
  'failure.unconfirmed':
    'Se ha producido un error por nuestra parte al guardar el pedido, y todavía no se sabe si se ha realizado. No haga un pedido nuevo: vuelva a enviar este formulario. Si el pedido se realizó, se mostrará y no se hará por segunda vez.',
  'failure.unconfirmedOrder':
    'El pedido {code} se ha realizado, pero se ha producido un error por nuestra parte y todavía no se sabe si se ha cobrado. No lo haga de nuevo: consulte su estado dentro de un minuto.',
  // Units and settings of an order
  'units.daysShort': '{count, plural, one {# día} other {# días}}',
  'units.aboutGrams': 'aprox. {grams}\u00a0g',
  'units.lessThanGram': 'menos de 1\u00a0g',
  'supports.printed': 'Impresa con soportes',
  'supports.figures': 'Impresa con soportes: {weight}, {time}',
  'supports.turned': 'Girada para imprimirla, sin soportes',
  'ordered.file': 'Archivo',
  'ordered.settings': 'Ajustes',
  'ordered.supports': 'Soportes',
  'ordered.noColor': 'Predeterminado (sin color elegido)',
  'ordered.defaultColor': 'color predeterminado',
  'ordered.quality.standard': 'calidad estándar',
  'ordered.quality.premium': 'calidad premium',
  'ordered.picture': 'Pieza {place} del pedido',
  // Price of an order
  'order.print': 'Impresión',
  'order.amountOfOne': '{grams}\u00a0g, aprox. {duration} de impresión',
  'order.amountOfParts':
    '{quantity} piezas de {grams}\u00a0g y aprox. {duration} de impresión cada una; aprox. {total} en total',
  'order.amountOfLines':
    '{quantity} piezas, {grams}\u00a0g y aprox. {duration} de impresión en total',
  'order.postage': 'Envío',
  'order.total': 'Total',
  'order.byCard': 'Con tarjeta',
  'refund.done': 'Reembolso',
  'refund.unconfirmed': 'Reembolso (aún sin confirmar)',
  'refund.of': 'Por {items}, {time}',
  'refund.line': 'la línea {line}',
  'refund.allParts': 'las {of} piezas de la línea {line}',
  'refund.someParts': '{quantity} de las {of} piezas de la línea {line}',
  'refund.postage': 'los gastos de envío',
  'refund.lost': 'Devuelto a la tarjeta',
  'refund.totalAfter': 'Total tras los reembolsos',
  // What happened to the card of an order. The English sentences are those of the API, tools and emails
  'charge.awaits_checkout': 'El pedido está pendiente de pago.',
  'charge.arrived_late':
    'El cargo llegó cuando el pedido ya estaba cerrado. No sirve como pago del pedido.',
  'charge.charged': 'El pedido está pagado.',
  'charge.declined': 'La tarjeta guardada ha sido rechazada. No se ha cobrado nada.',
  'charge.not_made':
    'El cargo a la tarjeta guardada no llegó al proveedor de pagos. No se ha cobrado nada.',
  'charge.no_card': 'No hay ninguna tarjeta guardada: no se ha cobrado nada.',
  'charge.settling':
    'El cargo aún no está confirmado: el proveedor de pagos todavía no ha indicado si se ha cobrado en la tarjeta guardada.',
  // What the status of an order means. The English sentences are those of the API, tools and emails
  'statusLine.PENDING_PAYMENT':
    'El pedido está guardado y pendiente de pago; antes no se imprime nada.',
  'statusLine.RECEIVED': 'El pedido está pagado y lo estamos revisando.',
  'statusLine.ACCEPTED': 'Hemos aceptado el pedido; espera una impresora libre.',
  'statusLine.PRINTING':
    'El pedido se está imprimiendo: sus piezas están en una impresora o esperan una.',
  'statusLine.PRINTED': 'La impresión ha terminado y se está embalando el pedido.',
  'statusLine.SHIPPED': 'El paquete está en manos del transportista.',
  'statusLine.DELIVERED': 'El paquete se ha entregado.',
  'statusLine.CANCELLED': 'El pedido se ha cancelado; no se imprimirá.',
  'statusLine.REJECTED':
    'Hemos rechazado el pedido, normalmente porque un archivo no se puede imprimir.',
  'order.overdue':
    'El pedido se canceló porque no se pagó a más tardar el {day}; no se imprimirá. Vuelva a pedirlo si todavía lo quiere.',
  'order.busy':
    'Ahora no podemos consultar al proveedor de pagos, porque se están comprobando demasiados pedidos. Esta página muestra el último estado conocido; vuelva a cargarla dentro de un minuto.',
  // Payment page
  'pay.title': 'Pagar el pedido {code}',
  'pay.back': 'Volver al pedido',
  'pay.order': 'El pedido',
  'pay.heading': 'Pagar {amount}',
  'pay.byCard': 'Pagar {amount} con tarjeta',
  'pay.confirmedUnpaid':
    'El proveedor de pagos confirma que todavía no se ha pagado nada por este pedido.',
  'pay.presumedUnpaid':
    'Que sepamos, no se ha pagado nada por este pedido; antes de iniciar un pago volvemos a consultar al proveedor de pagos.',
  'pay.lead':
    '{charge} {known} Usted paga con cualquier tarjeta en la página del proveedor de pagos y después vuelve aquí. El pedido se puede pagar hasta el {time}; después se cancela.',
  'pay.noLink':
    'El proveedor de pagos no ha devuelto ninguna página de pago. No se ha cobrado nada. Inténtelo de nuevo dentro de un minuto.',
  'pay.paid': 'Este pedido está pagado',
  'pay.paidLead': 'Hemos recibido {amount}. No queda nada por pagar.',
  'pay.settling': 'Hay un pago en curso',
  'pay.pending': 'Un pago de {amount} por este pedido todavía se está procesando.',
  'pay.settlingLead':
    '{payment} Suele tardar menos de un minuto. Mientras tanto no tiene que pagar nada.',
  'pay.checkAgain': 'Comprobar de nuevo',
  'pay.overdue': 'Demasiado tarde para pagar',
  'pay.overdueLead': '{overdue} No se le cobrará. Un pago que aún llegue se reembolsa.',
  'pay.replaced': 'Sustituido por un pedido más reciente',
  'pay.replacedLead':
    'La cesta se volvió a pedir, por lo que este pedido se canceló. No se pagó y no se le cobrará.',
  'pay.nothing': 'Nada que pagar',
  'pay.closedLead': '{status} El pedido no se pagó y no se le cobrará.',
  'pay.notDueLead': '{status} El pedido no necesita ningún pago en esta página y no se le cobrará.',
  'pay.unreachable': 'No se puede contactar con el proveedor de pagos',
  'pay.unreachableLead':
    'Antes de cada pago le consultamos si el pedido ya está pagado, y no responde. No se ha iniciado ningún pago. Inténtelo de nuevo dentro de un minuto.',
  'pay.refused': 'El proveedor de pagos ha rechazado la página de pago',
  'pay.refusedLead':
    'Antes de cada pago le consultamos si el pedido ya está pagado, y ha rechazado la solicitud. No se ha iniciado ningún pago ni se ha cobrado nada. Inténtelo más tarde; si el problema continúa, escríbanos.',
  'pay.tooMany': 'Demasiadas solicitudes',
  'pay.tooManyLead':
    'Se han abierto páginas de pago con demasiada frecuencia desde su red o para este pedido. No se ha cobrado nada ni se ha iniciado ningún pago. Inténtelo de nuevo dentro de {count, plural, one {{seconds} segundo} other {{seconds} segundos}}.',
  'pay.busy': 'La página de pago está saturada',
  'pay.busyLead':
    'Antes de cada pago consultamos al proveedor de pagos si el pedido ya está pagado, y ahora hay demasiados pedidos a la espera de esa comprobación. No se ha cobrado nada ni se ha iniciado ningún pago. Inténtelo de nuevo dentro de {count, plural, one {{seconds} segundo} other {{seconds} segundos}}.',
  'pay.tryAgain': 'Intentarlo de nuevo',
  // Order page: status. The English labels are those of the API, tools and emails
  'order.title': 'Pedido {code}',
  'status.PENDING_PAYMENT': 'Pendiente de pago',
  'status.RECEIVED': 'Recibido: en revisión',
  'status.ACCEPTED': 'Aceptado: en cola de impresión',
  'status.PRINTING': 'En impresión',
  'status.PRINTED': 'Impreso: se prepara el envío',
  'status.SHIPPED': 'Enviado',
  'status.DELIVERED': 'Entregado',
  'status.CANCELLED': 'Cancelado',
  'status.REJECTED': 'Rechazado',
  'statusLine.held':
    'El pedido está retenido mientras lo revisamos. Hasta entonces no tiene fecha de envío.',
  'statusLine.returning':
    'Su pago se está reembolsando por completo. No continuaremos con el pedido, salvo que hayamos acordado otra cosa con usted.',
  'statusLine.returned':
    'Su pago se ha reembolsado por completo. No continuaremos con el pedido, salvo que hayamos acordado otra cosa con usted.',
  'statusLine.untracked': 'Se ha enviado sin seguimiento.',
  'progress.label': 'Progreso del pedido',
  'progress.done': '(hecho)',
  'progress.now': '(actual)',
  'progress.ahead': '(pendiente)',
  'step.PENDING_PAYMENT': 'Pago',
  'step.RECEIVED': 'Revisión',
  'step.ACCEPTED': 'En cola',
  'step.PRINTING': 'Impresión',
  'step.PRINTED': 'Impreso',
  'step.SHIPPED': 'Enviado',
  'step.DELIVERED': 'Entregado',
  'days.shipsLate':
    'El envío estaba prometido para el {day} y va con retraso. El pedido se enviará en cuanto esté terminado.',
  'days.arrives': 'Llega entre el {from} y el {to}.',
  'days.arrivalOverdue':
    'El paquete debía llegar a más tardar el {day}. Si no ha llegado, escríbanos.',
  'printing.count':
    '{printed} de {parts, plural, one {# pieza impresa} other {# piezas impresas}}.',
  'printing.plate': 'Placa {plate}, {parts, plural, one {# pieza} other {# piezas}}',
  'printing.started': 'en una impresora',
  'printing.ended': 'impresa, falta revisarla',
  'printing.percent': '{percent}\u00a0%',
  'printing.percentLeft': '{percent}\u00a0%, quedan aprox. {duration}',
  'order.asOf': 'Estado a {time}. Vuelva a cargar la página para ver los cambios.',
  'order.live': 'Última comprobación: {time}; esta página se actualiza sola.',
  'order.notConnected': 'Sin conexión desde {time}; se vuelve a intentar.',
  'order.checkedAt':
    'Última comprobación: {time}; esta página vuelve a comprobar en menos de un minuto.',
  // Order page: payment
  'order.thanks': 'Gracias. Hemos recibido su pago.',
  'order.unpaid': 'Todavía sin pagar',
  'order.payUntil':
    '{charge} Puede pagar con cualquier tarjeta en la página del proveedor de pagos hasta el {time}; después el pedido se cancela.',
  'order.pay': 'Pagar {amount}',
  'order.payment': 'Su pago',
  'order.wasPaid': 'Importe pagado por este pedido: {amount}. {refund}',
  'order.disputed': 'El banco de la tarjeta recuperó {amount} tras una disputa.',
  'order.refundedAndDisputed':
    'Importe reembolsado: {refunded}. El banco de la tarjeta recuperó {amount} tras una disputa.',
  'order.refundedToGiftCard': 'Se reembolsó todo en la tarjeta regalo.',
  'order.refundedToBoth':
    'Se reembolsó todo: primero en la tarjeta regalo y el resto en la tarjeta con la que pagó.',
  'order.refundedToCard':
    'Se reembolsó todo en la tarjeta con la que pagó; los bancos suelen mostrar un reembolso en un plazo de {from} a {to} días.',
  'order.refunding':
    'Se ha solicitado un reembolso de {amount}; el proveedor de pagos todavía no lo ha confirmado.',
  'order.refundedNothing':
    'No se ha reembolsado nada. Si tiene preguntas, póngase en contacto con nosotros e indique el código de este pedido.',
  'order.refundedPart':
    'Importe reembolsado: {amount}. Si tiene preguntas, póngase en contacto con nosotros e indique el código de este pedido.',
  'order.unconfirmed': 'A la espera de la confirmación del pago',
  'order.unconfirmedPayment':
    'El proveedor de pagos todavía no ha confirmado ningún pago de este pedido. Puede tardar un minuto.',
  'order.checkBeforePaying':
    '{payment} Compruébelo de nuevo antes de pagar; un pedido nunca se cobra dos veces.',
  'order.paymentPage': 'Página de pago',
  'order.receipt': 'Recibo o factura para imprimir',
  // Order page: parcel, parts and history
  'parcel.heading': 'Su paquete',
  'parcel.carrier': 'Transportista',
  'parcel.number': 'Número de seguimiento',
  'parcel.shipped': 'Enviado',
  'parcel.track': 'Seguir el paquete',
  'order.ordered': 'Lo que se pidió',
  'order.again': 'Volver a pedir',
  'order.price': 'Precio',
  'order.history': 'Historial',
  'order.public':
    'Cualquiera que tenga este enlace puede abrir la página; nunca muestra la dirección de envío.',
  'history.placed': 'Pedido realizado',
  'history.refunded': 'Reembolso de {amount} abonado',
  'history.refundedFor': 'Reembolso de {amount} por {items} abonado',
  'history.refundSent': 'Reembolso de {amount} enviado',
  'history.refundSentFor': 'Reembolso de {amount} por {items} enviado',
  'history.refundReturned': 'El banco devolvió {amount} de un reembolso',
  'history.disputed': 'El banco de la tarjeta disputó el pago de {amount}',
  'history.disputeWon': 'El banco cerró la disputa: el pago se mantiene',
  'history.disputeLost': 'El banco cerró la disputa y devolvió {amount} a la tarjeta',
  'history.reprinted': 'Se vuelven a imprimir piezas sin coste',
  'history.overdue': 'Cancelado: no se pagó a tiempo',
  'history.backTo': 'De vuelta a: {status}',
  'history.payment.missing': 'Pago de {amount} recibido',
  'history.payment.duplicate': 'Segundo pago de {amount} recibido',
  'history.payment.closed': 'Pago de {amount} recibido para el pedido cerrado',
  'history.payment.wrong_amount': 'Pago de {amount} recibido, que no es el importe del pedido',
  'history.payment.refunded': 'Pago de {amount} reembolsado',
  'history.payment.refused': 'El proveedor de pagos rechazó el reembolso del pago de {amount}',
  'history.payment.returned': 'El banco devolvió el reembolso del pago de {amount}',
  'history.payment.kept': 'Pago de {amount} conservado',
  'history.PENDING_PAYMENT': 'A la espera del pago',
  'history.RECEIVED': 'Pago recibido',
  'history.ACCEPTED': 'Aceptado por la granja de impresión',
  'history.PRINTING': 'Impresión iniciada',
  'history.PRINTED': 'Impresión terminada',
  'history.SHIPPED': 'Entregado al transportista',
  'history.DELIVERED': 'Entregado',
  'history.CANCELLED': 'Cancelado',
  'history.REJECTED': 'Rechazado',
  'shortStatus.PENDING_PAYMENT': 'Pendiente de pago',
  'shortStatus.RECEIVED': 'Recibido',
  'shortStatus.ACCEPTED': 'Aceptado',
  'shortStatus.PRINTING': 'En impresión',
  'shortStatus.PRINTED': 'Impreso',
  'shortStatus.SHIPPED': 'Enviado',
  'shortStatus.DELIVERED': 'Entregado',
  'shortStatus.CANCELLED': 'Cancelado',
  'shortStatus.REJECTED': 'Rechazado',
  // Order page: questions
  'contact.heading': 'Preguntas sobre este pedido',
  'contact.write': 'Escríbanos sobre este pedido',
  'contact.you': 'Usted',
  'contact.files': '{count, plural, one {Archivo: } other {Archivos: }}',
  'contact.name': 'Su nombre',
  'contact.email': 'Correo electrónico para nuestra respuesta',
  'contact.code': 'Código del pedido',
  'contact.codeHint': 'Por ejemplo SVC-7KQ2ZM; figura en el correo de confirmación.',
  'contact.message': 'Mensaje',
  'contact.file': 'Archivo',
  'contact.fileHint': 'Un archivo, hasta {size}: {types}',
  'contact.send': 'Enviar el mensaje',
  // Quote page. Components that its script renders as well take only messages of `script-messages.ts`
  'quote.title': 'Calcular el precio de un modelo 3D',
  'quote.titleError': 'Error: Calcular el precio de un modelo 3D',
  'quote.stays': 'Su archivo permanece en este navegador hasta que añada la pieza a la cesta.',
  'quote.sent': 'Su archivo se nos envía cuando muestra el precio.',
  'quote.chooseFile': 'Elija un archivo y muestre su precio.',
  'quote.fileKept': 'Cambie lo que quiera y vuelva a mostrar el precio: su archivo se conserva.',
  'quote.how': 'Ajustes de impresión',
  'quote.units': 'Unidad',
  'quote.fromFile': 'según el archivo',
  'quote.empty':
    'Elija un archivo: aquí aparecen su tamaño, sus paredes y sus defectos, con un precio al céntimo.',
  'quote.hollowHint': 'Paredes de {size}\u00a0mm y nada dentro.',
  'quote.postageTo': 'Envío a',
  'quote.why': '¿Por qué este precio?',
  'quote.inBasket': 'En la cesta.',
  'quote.addAgain': 'Añadir otra vez',
  'quote.unitThenFile': 'Elija su unidad arriba y envíe el archivo de nuevo:',
  'quote.unitThenPrice': 'Elija su unidad arriba y vuelva a mostrar el precio:',
  'quote.picture': 'Su pieza vista desde delante a la izquierda, con los defectos en color',
  'unitName.mm': 'milímetros',
  'unitName.cm': 'centímetros',
  'unitName.m': 'metros',
  'unitName.in': 'pulgadas',
  // Model from a link
  'link.title': 'Obtener un modelo desde un enlace',
  'link.titleError': 'Error: Obtener un modelo desde un enlace',
  'link.choose': 'O <link>elija un archivo</link>.',
  'link.paste': 'O pegue un enlace a un modelo',
  'link.account':
    'Para esto necesita una cuenta, porque el modelo se guarda en ella: primero deberá iniciar sesión o registrarse, y mientras tanto conservamos su enlace.',
  'link.url': 'Enlace público',
  'link.urlHint': 'Un enlace https directo a un archivo STL, 3MF, OBJ o GLB, de hasta {size}.',
  'link.fetch': 'Obtener el modelo',
  'link.ofLink': 'El modelo de este enlace',
  'link.fetchPrice': 'Obtener el modelo y mostrar su precio',
  // 3D view
  'stage.label': 'Vista 3D',
  'stage.reading': 'Leyendo…',
  'stage.reset': 'Restablecer',
  'stage.front': 'Frente',
  'stage.side': 'Lado',
  'stage.top': 'Arriba',
  'stage.zoomIn': 'Ampliar',
  'stage.zoomOut': 'Reducir',
  'stage.faults': 'Defectos',
  'stage.xray': 'Rayos X',
  'stage.keys':
    'Las flechas giran la pieza, Mayús y las flechas la desplazan, más y menos amplían y reducen, 0 restablece la vista, 1 muestra el frente, 2 el lado y 3 la parte de arriba. Escape sale de la vista.',
  'view.label': 'Su pieza en 3D',
  'view.part': '{name} en 3D, {size}',
  'view.failed': 'Se muestra en imágenes porque este navegador no puede dibujar en 3D.',
  'view.failedBecause':
    'Se muestra en imágenes porque este navegador no puede dibujar en 3D ({reason}).',
  'view.side.iso': '{part}, desde delante a la izquierda',
  'view.side.front': '{part}, de frente',
  'view.side.back': '{part}, desde atrás',
  'view.side.left': '{part}, desde la izquierda',
  'view.side.right': '{part}, desde la derecha',
  'view.side.top': '{part}, desde arriba',
  'view.side.bottom': '{part}, desde abajo',
  'view.withFaults': '{picture}, con los defectos en color',
  // Choices of a part
  'material.pla': 'Rígido y preciso. Para la mayoría de las piezas.',
  'material.petg': 'Más resistente y apto para exteriores.',
  'material.abs': 'Resiste al calor hasta 90\u00a0°C.',
  'material.asa': 'Como el ABS, y resiste la luz del sol.',
  'material.tpu': 'Flexible como la goma.',
  'option.other': 'Otro…',
  'option.customColor': 'Cualquier otro color: un nombre o un valor hexadecimal',
  'option.customRate': 'Compramos la bobina para usted: como mínimo, {amount} por gramo.',
  'option.standardHint': 'Capas de {mm}\u00a0mm: adecuadas para la mayoría de las piezas.',
  'option.premiumHint':
    'Capas de {mm}\u00a0mm: una superficie más lisa, a {factor} veces el precio por gramo.',
  'option.strength': 'Resistencia',
  'preset.light': 'Ligera',
  'preset.lightHint': 'Decoración y maquetas',
  'preset.standardHint': 'Para la mayoría de las piezas',
  'preset.strong': 'Resistente',
  'preset.strongHint': 'Para cargas, tornillos y engranajes',
  'option.oneLess': 'Una menos',
  'option.oneMore': 'Una más',
  'option.advanced': 'Avanzado',
  'option.infill': 'Relleno',
  'option.layerHeight': 'Altura de capa',
  'choice.noColor': 'sin elegir todavía',
  'choice.nameColor': 'Introduzca un color, como teal o #2f6f4f.',
  'break.discount': 'desde {quantity}: {percent}\u00a0% de descuento',
  'break.atLeast': 'como mínimo, {amount} por pieza',
  'break.price': 'desde {quantity}: {each}',
  'break.each': '{amount} cada una',
  'break.aboutEach': 'unos {amount} cada una',
  'break.off': '{percent}\u00a0% de descuento',
  'break.minimum': '{amount} es nuestro mínimo por pieza.',
  // Size and units of a file
  'unit.um': 'µm',
  'unit.in': 'pulgadas',
  'unit.ft': 'pies',
  'unit.guess': '{unit}: {size}',
  'unit.question': '{size}, leído en {unit}. ¿Estaba pensado el archivo en otra unidad?',
  'unit.tooSmall':
    '{size}, leído en {unit}: demasiado pequeño para imprimirlo. ¿Estaba pensado el archivo en otra unidad?',
  'unit.tooLarge':
    '{size}, leído en {unit}: demasiado grande para imprimirlo. ¿Estaba pensado el archivo en otra unidad?',
  // Changes of a part
  'change.title': 'Modificar la pieza',
  'change.scale': 'Escala',
  'changed.orient': 'Orientar para imprimir',
  'change.orientHint': 'Apoya la pieza sobre la cara que necesita menos soportes.',
  'change.hollow': 'Ahuecar',
  'change.walls': 'con paredes de',
  'change.kept':
    'Estos cambios están en la pieza que se conserva. Para deshacerlos, elija su archivo de nuevo.',
  'change.undoAll': 'Deshacer todos los cambios',
  'changed.undoOrient': 'Deshacer la orientación',
  'changed.scaleWrong': 'Introduzca una escala del {min} al {max}\u00a0%.',
  'changed.wallWrong': 'Introduzca un grosor de pared de {min} a {max}\u00a0mm.',
  'changed.notPriced': 'Un archivo sin precio no se puede modificar.',
  'changed.sliced':
    'Un archivo laminado se imprime tal cual. Para modificar la pieza, elija el propio modelo.',
  'changed.notPrintable':
    'Cambie la escala de la pieza hasta que se pueda imprimir. Entonces se podrá orientar y ahuecar.',
  'changed.failed':
    'La pieza sigue como estaba: el cambio tardó demasiado o necesita más memoria de la que ofrece este navegador.',
  'changed.file':
    'La pieza modificada se añade a la cesta como archivo STL. Su propio archivo no cambia.',
  'changed.liesWell': 'La pieza ya está apoyada sobre su mejor cara, así que no se ha girado.',
  'changed.turned': 'Girada sobre su mejor cara: altura {before} → {after}.',
  'changed.turnedOverhangs':
    'Girada sobre su mejor cara: altura {before} → {after}, voladizos {areaBefore} → {areaAfter}.',
  'changed.notHollowed': 'No se ha ahuecado: no se puede crear ninguna cavidad en su interior.',
  'changed.hollow': 'Ahuecada con paredes de {wall}',
  'changed.thinner': 'Ahuecada con paredes de {wall}, porque con {asked} no cabe ninguna cavidad',
  'changed.savesNoWeight': '{change}: no ahorra peso. {note}',
  'changed.grams': 'ahorra {grams}\u00a0g por pieza',
  'changed.lessThanGram': 'ahorra menos de un gramo por pieza',
  'changed.saves': '{change}: {weight} y {amount} en total.',
  'changed.minimum': '{change}: {weight}, pero el precio se queda en el mínimo.',
  'changed.samePrice': '{change}: {weight}, y el precio sigue igual.',
  // Findings in a file
  'state.done': 'Bien:',
  'state.running': 'En curso:',
  'state.waiting': 'Nota:',
  'state.broken': 'Problema:',
  'fact.size': 'Tamaño',
  'fact.volume': 'Volumen',
  'fact.triangles': 'Triángulos',
  'fact.thinnest': 'Pared más fina',
  'fact.over': 'más de {size}',
  'fact.measured': '{size}, de las paredes medidas',
  'fact.under': 'menos de {size}',
  'fact.plateSize': 'Tamaño en la placa',
  'fact.plates': 'Placas',
  'fact.slicer': 'Laminado con',
  'fact.notStated': 'no indicado',
  'fact.time': 'Tiempo de impresión',
  'fact.filament': 'Filamento',
  'fact.byLength': 'por longitud',
  'fact.layers': 'Capas',
  'finding.inspecting': 'Buscando paredes finas y voladizos…',
  'finding.notInspected': 'No se han podido comprobar las paredes finas ni los voladizos.',
  'finding.show': 'Mostrar',
  'faultName.open_edges': 'aristas abiertas',
  'faultName.non_manifold_edges': 'aristas de varias caras',
  'faultName.overhangs': 'voladizos',
  'faultName.thin_walls': 'paredes finas',
  'faultName.outside': 'fuera del volumen de impresión',
  'fault.open_edges': '{count, plural, one {# arista abierta} other {# aristas abiertas}}',
  'fault.non_manifold_edges':
    '{count, plural, one {# arista} other {# aristas}} donde se unen más de dos caras',
  'fault.overhangs': '{count, plural, one {# voladizo} other {# voladizos}} de más de {degrees}°',
  'fault.thin_walls': '{count, plural, one {# pared} other {# paredes}} de menos de {size}',
  'fault.outside': 'La pieza sobresale del volumen de impresión',
  'advice.open_edges': 'Cerramos los huecos antes de imprimir; compruebe esos puntos.',
  'advice.non_manifold_edges': 'Separamos las caras antes de imprimir.',
  'advice.thin_walls': 'Pueden romperse o no imprimirse. Hágalas más gruesas si puede.',
  'advice.outside': 'Reduzca la pieza o divídala.',
  'advice.supports': 'Impresa sobre soportes; la parte inferior queda más rugosa.',
  'advice.turn': 'Girada para imprimirla, de modo que no necesita soportes. {reason}',
  'advice.none': 'Impresa sin soportes. {reason}',
  'advice.overhangs': 'Donde necesitan soportes, la parte inferior queda más rugosa.',
  'reason.noSupports': 'La comprobación de impresión no recomienda soportes.',
  'reason.turn': 'Tal como está en el archivo, {area} de sus capas no se apoyarían en nada.',
  'reason.none': 'Todas sus capas se apoyan en algo o salvan un hueco.',
  'reason.little':
    'Solo {area} de sus capas no se apoyarían en nada, demasiado poco para necesitar soportes.',
  'supported.free': '{printed}, sin coste adicional.',
  'good.watertight': 'Malla cerrada',
  'good.walls': 'Paredes de al menos {size}',
  'good.fits': 'Cabe en la impresora',
  'repair.done': 'Reparado: {repairs}',
  'repair.holes': '{count, plural, one {# hueco cerrado} other {# huecos cerrados}}',
  'repair.flipped':
    '{count, plural, one {# triángulo girado} other {# triángulos girados}} hacia fuera',
  'repair.duplicates':
    '{count, plural, one {# triángulo duplicado eliminado} other {# triángulos duplicados eliminados}}',
  'repair.degenerates':
    '{count, plural, one {# triángulo sin superficie eliminado} other {# triángulos sin superficie eliminados}}',
  'repair.loose':
    '{count, plural, one {# triángulo suelto eliminado} other {# triángulos sueltos eliminados}}',
  'repair.welded': '{count, plural, one {# vértice unido} other {# vértices unidos}} a uno vecino',
  'volume.leftOut':
    'Algunos objetos del archivo no se imprimen porque el proyecto no los destina a la impresión.',
  'volume.overlap':
    'Hay cuerpos del modelo que se superponen: lo que comparten se cobra y se imprime una sola vez.',
  'volume.cavities':
    'El modelo tiene demasiadas superficies para comprobar cuáles son cavidades: se cobra lo que rellena un laminador.',
  'volume.holes':
    'La superficie del modelo tiene {count, plural, one {un hueco, que se ha cerrado} other {# huecos, que se han cerrado}} para medirla: compruebe que no falte nada.',
  'sliced.agrees': 'Los datos del archivo coinciden con sus movimientos',
  'sliced.platesAgree': '{count} placas cuyos datos coinciden con sus movimientos',
  'sliced.asIs':
    'Un archivo laminado se imprime tal cual: el relleno, las capas y la boquilla son los del laminador.',
  'sliced.plate': 'Placa {plate}: {size}',
  'sliced.showPlate': 'la placa {plate}',
  'sliced.layers': '{count} capas',
  // Price of a part
  'sum.empty': 'El precio aparece en cuanto se lee el archivo.',
  'sum.reading': 'Leyendo el archivo…',
  'sum.correct': 'Corrija el campo marcado para ver el precio de esta pieza.',
  'sum.noPrice': 'Esta pieza todavía no tiene precio.',
  'sum.thisPart': 'Esta pieza',
  'sum.parts': '{quantity} piezas, unos {amount} cada una',
  'sum.inBasket': 'ya en la cesta',
  'sum.notInTotal': 'no incluida en el total',
  'sum.others': '{count, plural, one {La otra pieza} other {Las otras # piezas}}',
  'sum.total': 'Total con envío',
  'sum.theseTotal': 'Estas piezas con envío',
  'sum.bar': 'con envío. {days}',
  'sum.theseBar': 'estas piezas con envío. {days}',
  'sum.announce': 'Total: {amount}',
  'sum.free': 'gratis',
  'sum.hollow': 'Ahuecarla y ahorrar {amount}',
  'why.caption': 'Cómo se calcula el precio de esta pieza',
  'why.weight': 'Peso',
  'why.machine': 'Tiempo de máquina',
  'why.machineTerms': 'horas que exceden lo que cubre el peso, {amount} cada una',
  'why.discount': 'Descuento por cantidad',
  'why.discountRounded': '{percent}\u00a0% de descuento, redondeado para que las líneas cuadren',
  'why.minimum': 'Precio mínimo',
  'why.minimumTerms': 'una pieza cuesta como mínimo {amount}, incluso con descuento',
  'why.print': 'Impresión',
  'why.postage': 'Envío',
  'why.postageTerms': '{country}, gratis a partir de {amount}',
  'why.slicerWeight': 'según el laminador, redondeado hacia arriba, por pieza',
  'why.weightTerms':
    '{volume} × {percent}\u00a0% de material × {density}\u00a0g/cm³, redondeado hacia arriba, por pieza',
  'why.customRate': '{amount} (color sin existencias)',
  'why.premium': '{factor} premium',
  'why.rounded': '{sum}, redondeado al céntimo',
  'why.accuracy':
    'El peso se estima a partir del volumen, con la misma regla para todas las piezas. En comparación con {slices} laminados de {models} piezas con un relleno del {min} al {max}\u00a0% ({slicer}), la estimación mediana quedó {typical} respecto al peso que indica el laminador, y nueve de cada diez quedaron entre {low} y {high}: demasiado alta en piezas macizas y demasiado baja en las de paredes finas. Para pagar por un peso exacto, elija un archivo laminado .gcode o .gcode.3mf: se cobra según el filamento y el tiempo que indica su laminador.',
  'why.equal': 'igual',
  'why.below': 'un {percent}\u00a0% por debajo',
  'why.above': 'un {percent}\u00a0% por encima',
  // Files without a price
  'refused.format': 'No podemos leer archivos .{extension}.',
  'refused.noExtension': 'No podemos leer un archivo sin extensión.',
  'refused.formatTodo':
    'Exporte la pieza como STL, 3MF, OBJ o GLB, o elija un archivo laminado .gcode o .gcode.3mf.',
  'refused.step': 'Es un archivo STEP, que no tiene una superficie que podamos imprimir.',
  'refused.stepTodo':
    'En su programa de CAD, exporte la pieza como 3MF o STL en milímetros, con una desviación de {deviation}\u00a0mm como máximo.',
  'refused.picture': 'Es una imagen, no un modelo 3D.',
  'refused.pictureTodo': 'Podemos crear un modelo de lo que muestra.',
  'refused.pictureLink': 'Generar un modelo a partir de una imagen',
  'refused.noModels': 'No hay ningún modelo 3D en este archivo ZIP.',
  'refused.empty': 'El archivo está vacío.',
  'refused.emptyTodo': 'Exporte la pieza de nuevo y elija el archivo nuevo.',
  'refused.larger': 'El archivo supera {limit}.',
  'refused.large': 'El archivo tiene {size}; el límite es de {limit}.',
  'refused.largeTodo': 'Expórtelo con menos triángulos o como 3MF, que está comprimido.',
  'refused.unreadable': 'No hemos podido leer una pieza imprimible en este archivo.',
  'refused.nothingPrints': 'Una impresora no imprimiría nada de esta pieza.',
  'refused.nothingTodo':
    'Es demasiado fina, plana o pequeña. Haga las paredes más gruesas o compruebe la unidad.',
  'refused.hour': 'Sus archivos han consumido todo el tiempo de cálculo de esta hora.',
  'refused.hourTodo': 'Inténtelo de nuevo en {minutes} minutos.',
  'refused.busy': 'Ahora mismo estamos demasiado ocupados para medir este archivo.',
  'refused.busyTodo': 'Espere unos segundos e inténtelo de nuevo.',
  'refused.tooLarge':
    'La pieza no cabe: mide {size}\u00a0mm y nuestras impresoras admiten {volume}\u00a0mm.',
  'refused.tooLargeIn':
    'La pieza no cabe: mide {size}\u00a0mm, leída en {unit}, y nuestras impresoras admiten {volume}\u00a0mm.',
  'refused.tooLargeTodo':
    'Redúzcala al {percent}\u00a0% o menos, elija otra unidad o divídala en varias piezas.',
  'refused.tooLargeSliced': 'Lamine una pieza más pequeña o divídala en varias.',
  'refused.noUsage': 'Este archivo laminado no tiene precio.',
  'refused.noUsageTodo':
    'Está laminado, pero no indica el consumo de filamento. Lamínelo de nuevo con un laminador actual.',
  'refused.expired': 'El archivo que envió ya no está guardado.',
  'refused.expiredTodo': 'Elíjalo de nuevo. Sus opciones se conservan.',
  'refused.wall': 'El grosor de pared de la pieza hueca está fuera de los límites.',
  'refused.wallTodo': 'Introduzca un grosor de {min} a {max}\u00a0mm o deje la pieza maciza.',
  'refused.material': 'No ofrecemos ese material.',
  'refused.quality': 'No ofrecemos esa calidad.',
  'refused.units': 'No ofrecemos esa unidad.',
  'refused.valueTodo': 'Elija de la lista.',
  'refused.noFile': 'Elija primero un archivo.',
  'refused.choicesKept': 'Sus opciones se conservan.',
  'refused.other': 'Elegir otro archivo',
  // Reasons of unreadable files, by code. Pages in English quote the geometry core instead, which names the place
  'unread.damaged': 'El archivo está dañado. Descárguelo o expórtelo de nuevo.',
  'unread.format':
    'Su contenido no corresponde a su extensión. Exporte la pieza de nuevo como STL o 3MF.',
  'unread.limit': 'El modelo es demasiado complejo. Simplifíquelo y elíjalo de nuevo.',
  'unread.unsupported':
    'El archivo usa una función que no podemos leer. Exporte la pieza como STL o 3MF sencillo.',
  'unread.noSurface': 'El archivo no contiene ninguna superficie que imprimir.',
  'unread.noVolume': 'El modelo es plano o está abierto: no encierra ningún volumen.',
  'unread.notToPrint':
    'Nada del archivo está destinado a la impresión. Active la impresión de una pieza en su laminador y expórtelo de nuevo.',
  'unread.sliced':
    'Los datos del archivo laminado contradicen su contenido. Lamine el modelo de nuevo y elija el archivo nuevo.',
  'unread.tooSmall':
    'La pieza mide menos de {mm}\u00a0mm por todos los lados y no se puede imprimir. Probablemente el archivo estaba pensado en otra unidad.',
  'unread.timedOut': 'La medición ha tardado demasiado. Simplifique el modelo y elíjalo de nuevo.',
  'unread.memory':
    'La medición ha necesitado demasiada memoria. Simplifique el modelo y elíjalo de nuevo.',
  'unread.padded':
    'El archivo contiene sobre todo algo distinto del modelo. Exporte solo el modelo, como STL o 3MF.',
  'unread.moved':
    'El navegador ya no puede leer el archivo: se ha movido o modificado. Elíjalo de nuevo.',
  'unread.other': 'Exporte la pieza de nuevo como STL o 3MF y elija el archivo nuevo.',
  // Files that the page opens
  'zip.models': '{count, plural, one {# modelo} other {# modelos}} de {file}.',
  'zip.leftOut': 'Omitidos: {names}.',
  'zip.more': '{names} y {count} más',
  'zip.isEmpty': 'Está vacío. Imprimimos STL, 3MF, OBJ, GLB y código G laminado.',
  'zip.holds': 'Contiene {names}. Imprimimos STL, 3MF, OBJ, GLB y código G laminado.',
  'zip.password': 'Está protegido con contraseña. Descomprímalo y elija sus modelos.',
  'zip.damaged': 'El archivo ZIP está dañado o incompleto. Descárguelo de nuevo.',
  'zip.zip64': 'Es un archivo ZIP64, que no podemos leer. Descomprímalo y elija sus modelos.',
  'zip.tooMany': 'Contiene más de {count} archivos.',
  'zip.notOpened': 'No se ha podido abrir: se ha interrumpido la conexión. Recargue la página.',
  'zip.problem.damaged': 'dañado',
  'zip.problem.password': 'protegido con contraseña',
  'zip.problem.packed': 'comprimido de un modo que no podemos leer',
  'zip.problem.larger': 'más de {limit}',
  'zip.problem.models': 'más de {count} modelos',
  'zip.problem.total': 'más de lo que puede contener un archivo ZIP',
  'files.noRoom':
    '{count, plural, one {Se ha omitido un archivo} other {Se han omitido # archivos}}: una cesta admite {parts} piezas y esta página {size} de archivos. Añada primero a la cesta las piezas de esta página.',
  'read.file': 'Leyendo el archivo',
  'read.measuring': 'Midiendo la pieza',
  'read.took': 'leído en {seconds}\u00a0s',
  // Parts of the page
  'list.yourPart': 'Su pieza',
  'list.parts': 'Piezas',
  'list.count': '{count} piezas',
  'list.ready': '{ready} de {count} listas',
  'list.notLoaded':
    'No se han podido cargar los precios y las cantidades de esta lista: se ha interrumpido la conexión.',
  'list.applyNotLoaded':
    'No se ha podido cargar la función que aplica las opciones a todas las piezas: se ha interrumpido la conexión.',
  'words.notLoaded':
    'No se han podido cargar los textos de esta página: se ha interrumpido la conexión.',
  'list.reload': 'Recargar la página',
  'list.sort': 'Ordenar',
  'sort.added': 'Orden de adición',
  'sort.name': 'Nombre',
  'sort.price': 'Precio más alto',
  'sort.state': 'Pendientes primero',
  'list.quantity': 'Cantidad de {name}',
  'list.remove': 'Quitar {name}',
  'list.add': '+ Añadir una pieza',
  'list.noPrice': 'sin precio',
  'list.color': 'Color: {color}',
  'list.sliced': '{plates, plural, one {Archivo laminado} other {Laminado, # placas}}',
  'apply.legend': 'Lo que reciben todas las piezas',
  'apply.button': 'Aplicar a las {count} piezas',
  'apply.done': 'Las {count} piezas tienen estas opciones.',
  'apply.announce': 'Aplicado a las {count} piezas.',
  'apply.undo': 'Deshacer',
  'kept.parts':
    '{count, plural, one {Una pieza de una visita anterior sigue} other {# piezas de visitas anteriores siguen}} en este navegador.',
  'kept.open': '{count, plural, one {Abrirla} other {Abrirlas}}',
  'kept.remove': 'Quitar',
  'kept.lost':
    '{count, plural, one {Una pieza se perderá} other {# piezas se perderán}} al recargar: este navegador no tiene espacio para más.',
  'partState.measuring': 'Midiendo…',
  'partState.refused': 'No se puede imprimir: {reason}',
  'partState.tooLarge': 'más grande que nuestras impresoras.',
  'partState.added': 'En la cesta',
  'partState.infill': 'Revisar: relleno',
  'partState.layerHeight': 'Revisar: altura de capa',
  'partState.quantity': 'Revisar: cantidad',
  'partState.shape': 'Revisar: escala o pared',
  'partState.color': 'Falta elegir: color',
  'partState.checkSize': 'Lista, pero compruebe su tamaño',
  'partState.ready': 'Lista',
  'left.parts': 'No añadido: {parts}.',
  'left.measuring': '{name} se está midiendo',
  'left.choice': 'en {name} hay una opción por revisar',
  'left.refused': '{name} no se puede imprimir',
  'left.measuringParts': '{count} piezas se están midiendo',
  'left.choiceParts': 'en {count} piezas hay una opción por revisar',
  'left.refusedParts': '{count} piezas no se pueden imprimir',
  // Adding parts to the basket
  'add.add': 'Añadir a la cesta',
  'add.parts': 'Añadir {count} piezas a la cesta',
  'add.some': 'Añadir {ready} de {count} piezas a la cesta',
  'add.short': 'Añadir',
  'add.shortParts': 'Añadir {count}',
  'add.checkOut': 'Tramitar el pedido ahora',
  'add.checkOutShort': 'Tramitar pedido',
  'add.openBasket': 'Abrir la cesta',
  'add.adding': 'Añadiendo…',
  'add.addingParts': 'Añadiendo {place} de {count}…',
  'add.changed': '{file} se modificó mientras se añadía: la cesta lo contiene como estaba antes.',
  'add.noPrice': '{file} todavía no tiene precio.',
  'add.broken': '{file} no se ha añadido: se ha interrumpido la conexión. Inténtelo de nuevo.',
  'add.refused': '{file} no se ha añadido ({status}). Inténtelo de nuevo en un momento.',
  'add.notAdded': '{file} no se ha añadido.',
  'add.refusedBecause': '{file} no se ha añadido. {reason}',
  'add.pricesChanged':
    'Los precios han cambiado desde que los vio por última vez. No se ha pedido nada con los precios anteriores.',
  'added.parts': '{count} piezas están en la cesta.',
  'added.names':
    '{count, plural, one {{names} está en la cesta.} other {{names} están en la cesta.}}',

  // Section for developers
  'developers.heading': 'Para desarrolladores: basta una petición para encargar una pieza',
  'developers.lead':
    'Envíe un archivo y una dirección. La respuesta contiene el código del pedido, el precio, si se ha cobrado en su tarjeta y la dirección de la página del pedido. STL, GLB, 3MF y código G ya laminado, hasta {size}.',
  'developers.noKey':
    '<link>Cree una cuenta</link>, guarde una tarjeta y genere una clave de API: sustituye a {variable} en los ejemplos.',
  'developers.key':
    'Su clave empieza por {prefix}. Se mostró una sola vez; en <link>su cuenta</link> puede crear otra.',
  'developers.firstOrder': 'Primer pedido',
  'developers.documentation': 'Documentación',
  'developers.more': '¿Solo un precio, o aún sin modelo?',
  'developers.price': 'Para un precio no hace falta una cuenta:',
  'developers.generation':
    'Se puede generar un modelo a partir de una descripción o de fotos. Cuesta créditos; cada cuenta empieza con {credits}. Con un token de extensión de <link>su cuenta</link>:',
  'developers.poll':
    'Consulte después el <link>estado</link> del trabajo. Cuando haya terminado, encargue el modelo con su {field}.',
  'developers.samples': 'Lenguaje del ejemplo',
  'developers.copy': 'Copiar',
  'developers.copied': 'Copiado',
}
