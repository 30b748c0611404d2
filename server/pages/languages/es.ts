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
