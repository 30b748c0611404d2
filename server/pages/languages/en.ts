// English messages in ICU syntax, by page. They define the keys and values of every language (README.md).
import { supportsNote, turnedNote } from '../../domain/measurement/supports-text.ts'

export const en = {
  // Frame of every page
  'frame.skip': 'Skip to the content',
  'frame.main': 'Main',
  'frame.quote': 'Quote',
  'frame.generate': 'Generate',
  'frame.gallery': 'Gallery',
  'frame.docs': 'Docs',
  'frame.basket': 'Basket',
  'frame.basketParts': '{count, plural, one { part} other { parts}}',
  'frame.account': 'Account',
  'frame.slogan': '3D models in, printed parts by mail.',
  'frame.about': 'About',
  'frame.giftCards': 'Gift cards',
  'frame.terms': 'Terms',
  'frame.privacy': 'Privacy',
  'frame.refunds': 'Refunds',
  'frame.help': 'Help',
  'frame.contact': 'Contact',
  'frame.language': 'Language',

  // Units
  'units.days': '{count, plural, one {# day} other {# days}}',
  'units.machineHours': '{count, plural, one {# machine hour} other {# machine hours}}',

  // Discounts and postage
  'terms.firstDiscount': '{percent}% off from {quantity} parts',
  'terms.nextDiscount': '{percent}% from {quantity}',
  'terms.postageFree': 'free {where}',
  'terms.postage': '{amount} {where} (free from {free})',
  'terms.within': 'within the US',
  'terms.countryFree': '{country}: free',
  'terms.countryPostage': '{country}: {amount} (free from {free})',
  'terms.abroad': 'abroad',
  'terms.toOthers': 'to other countries',

  // Upload area
  'drop.title': 'Drop your model here',
  'drop.opening': 'Opening…',
  'drop.choose': 'Choose a file',
  'drop.formats': 'STL, 3MF, OBJ, GLB or sliced G-code, up to {size}, or <link>paste a link</link>',
  'drop.samples': 'No file at hand? Try one of ours',
  'drop.gear': 'A gear',
  'drop.vase': 'A vase',
  'drop.faulty': 'A part with faults',

  // Start page
  'home.title': '3D models in, printed parts by mail',
  'home.form': 'Price a 3D model',
  'home.heading': 'Drop a 3D model. See its price in a second.',
  'home.lead':
    'Your browser measures the part, finds its faults and prices it to the cent before anything is uploaded. Like the price? We print it and mail it.',
  'home.leadDays': 'Ordered now, a part ships in {count, plural, one {# day} other {# days}}.',
  'home.noAccount': 'No account needed for a price',
  'home.noSetup': 'No setup fee',
  'home.countries': '{count, plural, one {# country} other {# countries}}',
  'home.show': 'Show the price',
  'home.costs': 'What it costs',
  'home.perGram': '{amount} per gram',
  'home.minimum': 'At least {amount} a part.',
  'home.premium':
    'Premium quality ×\u00a0{factor}, in {layer} mm layers unless an order over the REST API sets its own.',
  'home.customColor': 'Colors not in stock {amount} per gram.',
  'home.postage': 'Postage {terms}.',
  'home.overtime': 'Already-sliced files: {amount} for each hour beyond what their weight covers.',
  'home.formulas': 'All formulas',
  'home.speed': 'How fast it ships today',
  'home.speedUnknown': 'The farm’s queue could not be read just now. Reload the page to try again.',
  'home.parts': '{count, plural, one {# part} other {# parts}}',
  'home.speedHint':
    'Computed now, for parts of {grams} g: {queue}, and the farm prints {hours} a day. An estimate, not a promise; the quote page computes it for your part.',
  'home.queueEmpty': 'no order is ahead of yours',
  'home.queue':
    '{count, plural, one {# order ({hours}) is ahead of yours} other {# orders ({hours}) are ahead of yours}}',
  'home.checks': 'What we check',
  'home.checkSize':
    '<term>Size.</term> Whether it fits {size} mm, and whether the file was meant in another unit.',
  'home.checkFaults':
    '<term>Faults.</term> Open edges, faces that meet wrongly, overhangs: counted, and shown on the part.',
  'home.checkWalls':
    '<term>Walls.</term> Measured everywhere; those too thin for the nozzle are marked.',
  'home.checkSliced':
    '<term>Sliced files.</term> Their claimed time and filament are compared with their moves; a file whose claims disagree is refused.',

  // Prices
  'price.free': 'Free',
  'price.giftCard': 'Gift card',
  'price.giftBalance': 'of {amount} on it',
  'price.print': 'Print, {count, plural, one {# part} other {# parts}}',
  'price.postage': 'Postage, {country}',
  'price.postageHint': 'Once for the parcel; free from {free} of prints, {missing} more',
  'price.total': 'Total, in US dollars',
  'price.due': 'To pay',
  // Days
  'days.ships': 'Ordered today, it ships by {day}.',
  'days.shipsAndArrives': 'Ordered today, it ships by {day} and arrives {from} to {to}.',
  // Settings of a part
  'color.Black': 'Black',
  'color.White': 'White',
  'color.Red': 'Red',
  'color.Cyan': 'Cyan',
  'color.Sakura Pink': 'Sakura Pink',
  'color.Sunny Orange': 'Sunny Orange',
  'color.Green': 'Green',
  'color.Yellow': 'Yellow',
  'color.Mint Green': 'Mint Green',
  'color.Lavender': 'Lavender',
  'color.Silver': 'Silver',
  'color.Brown': 'Brown',
  'quality.standard': 'Standard',
  'quality.premium': 'Premium',
  'specs.premium': 'premium quality',
  'specs.noColor': 'no color chosen',
  'specs.asSliced': 'printed as sliced',
  'specs.units.cm': 'read in cm',
  'specs.units.m': 'read in m',
  'specs.units.in': 'read in inches',
  'specs.infill': '{percent}% infill',
  'specs.layers': '{height} mm layers',
  'specs.nozzle': '{diameter} mm nozzle',
  'specs.highFlow': 'high flow',
  'specs.tiny': 'under {mm}',
  'notes.supports': supportsNote,
  'notes.turn': turnedNote,
  // Orders that wait for payment
  'waiting.order': 'Order {code}',
  'waiting.toPay':
    'Order {code} for {amount} waits for its payment. We have received none yet. <pay>Pay {amount}</pay>, or check out again: the new order replaces it. Changing one of its parts cancels it.',
  'waiting.settling':
    'A payment of {amount} for order {code} is being confirmed. Do not pay again: <link>see whether it arrived</link>.',
  // Basket
  'basket.title': 'Basket',
  'basket.titleError': 'Error: Basket',
  'basket.empty':
    'Your basket is empty. Choose a 3D model to see its price in a second; nothing is ordered before the checkout.',
  'basket.priceModel': 'Price a model',
  'basket.parts': '{count, plural, one {# part} other {# parts}}',
  'basket.price': 'Price',
  'basket.shipTo': 'Ship to',
  'basket.update': 'Update',
  'basket.checkOut': 'Check out',
  'basket.refused':
    '{count, plural, one {One part cannot be printed. Remove it to check out.} other {# parts cannot be printed. Remove them to check out.}}',
  'basket.removeRefused': 'Remove this part, or add a corrected file in its place.',
  'basket.was': 'was {amount}',
  'basket.quantity': 'Quantity',
  'basket.quantityWrong': 'Enter a quantity from {min} to {max}, or remove the part.',
  'basket.lineGone': 'That line is no longer in the basket.',
  'basket.lineChanged':
    'This part was changed in another window. Nothing was saved here: it is shown as it is now.',
  'basket.remove': 'Remove',
  'basket.removeFile': 'Remove {file}',
  'basket.add': 'Add a part',
  'basket.addHint':
    'The quote page takes STL, 3MF, OBJ, GLB and sliced G-code, with every material and color, and shows the part and its price before you add it.',
  'basket.priceAnother': 'Price another model',
  'basket.pricesChanged':
    'Prices have changed since you last saw them. The new ones are below; nothing was ordered.',
  // Form of a part in the basket
  'editor.edit': 'Edit',
  'editor.sliced':
    'This file is already sliced: its infill, layers and nozzle are printed as they are. To change them, slice it again and add the new file.',
  'editor.noQuantities':
    'This form saves no quantities. If you have changed some, press Update first.',
  'editor.material': 'Material',
  'editor.color': 'Color',
  'editor.noColor': 'No color chosen',
  'editor.otherColor': 'Another color',
  'editor.colorName': 'Color name or hex value',
  'editor.quality': 'Quality',
  'editor.infill': 'Infill, %',
  'editor.layerHeight': 'Layer height, mm',
  'editor.layersHint':
    '{min} to {max}% of the nozzle. Left empty: {standard} mm for standard, {premium} mm for premium, or the nearest height in this range.',
  'editor.nozzle': 'Nozzle',
  'editor.numberWrong': 'Enter a whole number from {min} to {max}.',
  'editor.layerHeightWrong': 'Enter a height from {min} to {max} mm.',
  'editor.colorMissing':
    'Other color: enter a name or a hex value, such as teal or #2f6f4f, or choose a color in stock.',
  'editor.save': 'Save at {amount}',
  'editor.showAgain': 'Show the price again',
  'editor.showNew': 'Show the new price',
  'editor.samePrice': 'The price stays {amount}. Nothing is saved yet.',
  'editor.newPrice': 'New price {amount}, now {current}. Nothing is saved yet.',
  'editor.notSaved': 'Nothing was saved.',

  // Section for developers
  'developers.heading': 'For developers: one request orders a part',
  'developers.lead':
    'Send a file and an address. The response has the order code, the price, whether your card was charged, and the address of the order’s page. STL, GLB, 3MF and already-sliced G-code, up to {size}.',
  'developers.noKey':
    '<link>Create an account</link>, save a card and make an API key: it goes where the samples say {variable}.',
  'developers.key':
    'Your key begins with {prefix}. It was shown once; <link>your account</link> makes a new one.',
  'developers.firstOrder': 'First order',
  'developers.documentation': 'Documentation',
  'developers.more': 'Just a price, or no model yet?',
  'developers.price': 'A price needs no account:',
  'developers.generation':
    'A model can be generated from a description or photos. It costs credits, and every account starts with {credits}. With an extension token from <link>your account</link>:',
  'developers.poll':
    'Then poll the job’s <link>status</link>. Once it is done, order the model by its {field}.',
  'developers.samples': 'Language of the sample',
  'developers.copy': 'Copy',
  'developers.copied': 'Copied',
} as const

export type English = typeof en
export type Key = keyof English
