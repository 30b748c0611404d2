// French messages. Formal address ("vous"). No-break spaces before double punctuation.
import type { Catalog } from './words.ts'

export const fr: Catalog = {
  // Frame of every page
  'frame.skip': 'Aller au contenu',
  'frame.main': 'Menu principal',
  'frame.quote': 'Devis',
  'frame.generate': 'Générer',
  'frame.gallery': 'Galerie',
  'frame.docs': 'Documentation',
  'frame.basket': 'Panier',
  'frame.basketParts': '{count, plural, one { pièce} other { pièces}}',
  'frame.account': 'Compte',
  'frame.slogan': 'Vous envoyez un modèle 3D, vous recevez la pièce imprimée.',
  'frame.about': 'À propos',
  'frame.giftCards': 'Cartes cadeaux',
  'frame.terms': 'Conditions',
  'frame.privacy': 'Confidentialité',
  'frame.refunds': 'Remboursements',
  'frame.help': 'Aide',
  'frame.contact': 'Contact',
  'frame.language': 'Langue',

  // Units
  'units.days': '{count, plural, one {# jour} other {# jours}}',
  'units.machineHours': '{count, plural, one {# heure machine} other {# heures machine}}',

  // Discounts and postage
  'terms.firstDiscount': '{percent}\u00a0% de remise à partir de {quantity} pièces',
  'terms.nextDiscount': '{percent}\u00a0% à partir de {quantity}',
  'terms.postageFree': 'gratuite {where}',
  'terms.postage': '{amount} {where} (gratuite à partir de {free})',
  'terms.within': 'aux États-Unis',
  'terms.countryFree': '{country}\u00a0: gratuite',
  'terms.countryPostage': '{country}\u00a0: {amount} (gratuite à partir de {free})',
  'terms.abroad': 'à l’étranger',
  'terms.toOthers': 'vers les autres pays',

  // Upload area
  'drop.title': 'Déposez votre modèle ici',
  'drop.opening': 'Ouverture…',
  'drop.choose': 'Choisir un fichier',
  'drop.formats':
    'STL, 3MF, OBJ, GLB ou G-code déjà tranché, jusqu’à {size}, ou <link>collez un lien</link>',
  'drop.samples': 'Pas de fichier sous la main\u00a0? Essayez l’un des nôtres',
  'drop.gear': 'Un engrenage',
  'drop.vase': 'Un vase',
  'drop.faulty': 'Une pièce avec des défauts',

  // Start page
  'home.title': 'Impression 3D livrée chez vous',
  'home.form': 'Calculer le prix d’un modèle 3D',
  'home.heading': 'Déposez un modèle\u00a03D. Son prix s’affiche en une seconde.',
  'home.lead':
    'Votre navigateur mesure la pièce, repère ses défauts et calcule son prix au centime près avant tout envoi de fichier. Le prix vous convient\u00a0? Nous imprimons la pièce et vous l’expédions.',
  'home.leadDays':
    'Commandée maintenant, une pièce est expédiée sous {count, plural, one {# jour} other {# jours}}.',
  'home.noAccount': 'Prix sans créer de compte',
  'home.noSetup': 'Aucuns frais de préparation',
  'home.countries': '{count, plural, one {# pays} other {# pays}}',
  'home.show': 'Afficher le prix',
  'home.costs': 'Combien ça coûte',
  'home.perGram': '{amount} par gramme',
  'home.minimum': 'Au moins {amount} par pièce.',
  'home.premium':
    'Qualité premium ×\u00a0{factor}, en couches de {layer}\u00a0mm, sauf si une commande passée par l’API REST fixe une autre hauteur.',
  'home.customColor': 'Couleurs hors stock\u00a0: {amount} par gramme.',
  'home.postage': 'Livraison\u00a0: {terms}.',
  'home.overtime':
    'Fichiers déjà tranchés\u00a0: {amount} par heure au-delà de ce que couvre leur poids.',
  'home.formulas': 'Toutes les formules',
  'home.speed': 'Nos délais d’expédition aujourd’hui',
  'home.speedUnknown':
    'La file d’attente de l’atelier n’a pas pu être consultée. Rechargez la page pour réessayer.',
  'home.parts': '{count, plural, one {# pièce} other {# pièces}}',
  'home.speedHint':
    'Calculé à l’instant, pour des pièces de {grams}\u00a0g\u00a0: {queue}, et l’atelier imprime {hours} par jour. C’est une estimation, pas un engagement\u00a0; la page de devis calcule la date pour votre pièce.',
  'home.queueEmpty': 'aucune commande ne précède la vôtre',
  'home.queue':
    '{count, plural, one {# commande ({hours}) précède la vôtre} other {# commandes ({hours}) précèdent la vôtre}}',
  'home.checks': 'Ce que nous vérifions',
  'home.checkSize':
    '<term>Taille.</term> La pièce tient-elle dans {size}\u00a0mm, et le fichier était-il prévu dans une autre unité\u00a0?',
  'home.checkFaults':
    '<term>Défauts.</term> Arêtes ouvertes, faces mal raccordées, surplombs\u00a0: comptés et montrés sur la pièce.',
  'home.checkWalls':
    '<term>Parois.</term> Mesurées partout\u00a0; celles qui sont trop fines pour la buse sont signalées.',
  'home.checkSliced':
    '<term>Fichiers tranchés.</term> La durée et le filament annoncés sont comparés aux déplacements\u00a0; un fichier dont les données se contredisent est refusé.',

  // Prices
  'price.free': 'Gratuite',
  'price.giftCard': 'Carte cadeau',
  'price.giftBalance': 'sur un solde de {amount}',
  'price.print': 'Impression, {count, plural, one {# pièce} other {# pièces}}',
  'price.postage': 'Livraison, {country}',
  'price.postageHint':
    'Une fois par colis\u00a0; gratuite à partir de {free} d’impressions, plus que {missing}',
  'price.total': 'Total en dollars américains',
  'price.due': 'À payer',
  // Days
  'days.ships': 'Commandé aujourd’hui, expédié au plus tard le {day}.',
  'days.shipsAndArrives':
    'Commandé aujourd’hui, expédié au plus tard le {day} et livré entre le {from} et le {to}.',
  'days.shipsBy': 'Expédié au plus tard le {day}.',
  'days.shipsByAndArrives': 'Expédié au plus tard le {day}. Livré entre le {from} et le {to}.',
  // Settings of a part
  'color.Black': 'Noir',
  'color.White': 'Blanc',
  'color.Red': 'Rouge',
  'color.Cyan': 'Cyan',
  'color.Sakura Pink': 'Rose sakura',
  'color.Sunny Orange': 'Orange soleil',
  'color.Green': 'Vert',
  'color.Yellow': 'Jaune',
  'color.Mint Green': 'Vert menthe',
  'color.Lavender': 'Lavande',
  'color.Silver': 'Argent',
  'color.Brown': 'Marron',
  'quality.standard': 'Standard',
  'quality.premium': 'Premium',
  'specs.premium': 'qualité premium',
  'specs.noColor': 'aucune couleur choisie',
  'specs.asSliced': 'imprimé tel que tranché',
  'specs.units.cm': 'lu en centimètres',
  'specs.units.m': 'lu en mètres',
  'specs.units.in': 'lu en pouces',
  'specs.infill': 'remplissage {percent}\u00a0%',
  'specs.layers': 'couches de {height}\u00a0mm',
  'specs.nozzle': 'buse de {diameter}\u00a0mm',
  'specs.highFlow': 'haut débit',
  'specs.tiny': 'moins de {mm}',
  'notes.supports': 'La pièce sera imprimée avec des supports, sans supplément.',
  'notes.turn': 'La pièce sera tournée pour l’impression, afin de se passer de supports.',
  // Orders that wait for payment
  'waiting.order': 'Commande {code}',
  'waiting.toPay':
    'La commande {code} de {amount} est en attente de paiement. Nous n’en avons reçu aucun pour l’instant. <pay>Payez {amount}</pay> ou validez de nouveau le panier\u00a0: la nouvelle commande remplace l’ancienne. Si vous modifiez l’une des pièces de l’ancienne commande, celle-ci est annulée.',
  'waiting.settling':
    'Un paiement de {amount} pour la commande {code} est en cours de confirmation. Ne payez pas une seconde fois\u00a0: <link>vérifiez s’il est arrivé</link>.',
  // Basket
  'basket.title': 'Panier',
  'basket.titleError': 'Erreur\u00a0: Panier',
  'basket.empty':
    'Votre panier est vide. Choisissez un modèle 3D pour voir son prix en une seconde\u00a0; rien n’est commandé avant la validation.',
  'basket.priceModel': 'Calculer le prix d’un modèle',
  'basket.parts': '{count, plural, one {# pièce} other {# pièces}}',
  'basket.price': 'Prix',
  'basket.shipTo': 'Pays de livraison',
  'basket.update': 'Actualiser',
  'basket.checkOut': 'Valider le panier',
  'basket.refused':
    '{count, plural, one {Une pièce ne peut pas être imprimée. Retirez-la pour commander.} other {# pièces ne peuvent pas être imprimées. Retirez-les pour commander.}}',
  'basket.removeRefused': 'Retirez cette pièce ou ajoutez un fichier corrigé à sa place.',
  'basket.was': 'auparavant {amount}',
  'basket.quantity': 'Quantité',
  'basket.quantityWrong': 'Saisissez une quantité de {min} à {max}, ou retirez la pièce.',
  'basket.lineGone': 'Cette ligne n’est plus dans le panier.',
  'basket.lineChanged':
    'Cette pièce a été modifiée dans une autre fenêtre. Rien n’a été enregistré ici\u00a0: elle est affichée dans son état actuel.',
  'basket.remove': 'Retirer',
  'basket.removeFile': 'Retirer {file}',
  'basket.add': 'Ajouter une pièce',
  'basket.addHint':
    'La page de devis accepte les fichiers STL, 3MF, OBJ, GLB et le G-code tranché, dans tous les matériaux et toutes les couleurs, et montre la pièce et son prix avant l’ajout.',
  'basket.priceAnother': 'Calculer le prix d’un autre modèle',
  'basket.pricesChanged':
    'Les prix ont changé depuis que vous les avez vus. Les nouveaux figurent ci-dessous\u00a0; rien n’a été commandé.',
  // Form of a part in the basket
  'editor.edit': 'Modifier',
  'editor.sliced':
    'Ce fichier est déjà tranché\u00a0: son remplissage, ses couches et sa buse sont repris tels quels. Pour les modifier, tranchez-le de nouveau et ajoutez le nouveau fichier.',
  'editor.noQuantities':
    'Ce formulaire n’enregistre pas les quantités. Si vous en avez modifié, appuyez d’abord sur «\u00a0Actualiser\u00a0».',
  'editor.material': 'Matériau',
  'editor.color': 'Couleur',
  'editor.noColor': 'Aucune couleur choisie',
  'editor.otherColor': 'Autre couleur',
  'editor.colorName': 'Nom de la couleur ou valeur hexadécimale',
  'editor.quality': 'Qualité',
  'editor.infill': 'Remplissage (%)',
  'editor.layerHeight': 'Hauteur de couche, en mm',
  'editor.layersHint':
    'De {min} à {max}\u00a0% du diamètre de la buse. Si le champ est vide\u00a0: {standard}\u00a0mm en standard, {premium}\u00a0mm en premium, ou la hauteur la plus proche dans cette plage.',
  'editor.nozzle': 'Buse',
  'editor.numberWrong': 'Saisissez un nombre entier de {min} à {max}.',
  'editor.layerHeightWrong': 'Saisissez une hauteur de {min} à {max}\u00a0mm.',
  'editor.colorMissing':
    'Autre couleur\u00a0: saisissez un nom ou une valeur hexadécimale, par exemple teal ou #2f6f4f, ou choisissez une couleur en stock.',
  'editor.save': 'Enregistrer au prix de {amount}',
  'editor.showAgain': 'Afficher de nouveau le prix',
  'editor.showNew': 'Afficher le nouveau prix',
  'editor.samePrice': 'Le prix reste de {amount}. Rien n’est encore enregistré.',
  'editor.newPrice': 'Nouveau prix {amount}, actuellement {current}. Rien n’est encore enregistré.',
  'editor.notSaved': 'Rien n’a été enregistré.',
  // Fields of a form
  'field.optional': '{label} (facultatif)',
  'field.correct':
    '{count, plural, one {Corrigez le champ signalé\u00a0:} other {Corrigez les champs signalés\u00a0:}}',
  'field.missing': 'Remplissez ce champ.',
  'field.tooLong': '{limit} caractères au maximum.',
  'field.emailWrong': 'Saisissez une seule adresse e-mail, par exemple name@example.com.',
  'field.emailRefused': 'Saisissez une seule adresse e-mail, sans autre texte.',
  'field.zipWrong':
    'Saisissez un code ZIP des États-Unis\u00a0: 5 chiffres, ou 5 et 4 séparés par un trait d’union.',
  'field.giftCardWrong': 'Ce code est inconnu ou son solde est épuisé.',
  'field.vatIdWrong': 'Saisissez le numéro avec le préfixe de son pays, par exemple DE123456789.',
  // Details of a business buyer
  'buyer.company': 'Société',
  'buyer.vatId': 'Numéro de TVA',
  'buyer.purchaseOrder': 'Numéro de bon de commande',
  // Saved card
  'card.name': '{brand} se terminant par {digits}',
  'card.digits': 'carte se terminant par {digits}',
  // Checkout
  'checkout.title': 'Validation de la commande',
  'checkout.titleError': 'Erreur\u00a0: Validation de la commande',
  'checkout.lead': '{count, plural, one {# pièce} other {# pièces}}, {amount}.',
  'checkout.contact': 'Coordonnées',
  'checkout.noAccount':
    'Vous n’avez pas besoin de compte. <link>Connectez-vous</link> pour utiliser une adresse enregistrée.',
  'checkout.email': 'Adresse e-mail',
  'checkout.shipTo': 'Adresse de livraison',
  'checkout.otherAddresses': 'Ou livrer à\u00a0: {addresses}',
  'checkout.country': 'Pays',
  'checkout.updatePostage': 'Actualiser les frais de livraison',
  'checkout.name': 'Nom et prénom',
  'checkout.street': 'Numéro et rue',
  'checkout.apartment': 'Appartement, étage',
  'checkout.zip': 'Code postal',
  'checkout.city': 'Ville',
  'checkout.state': 'État ou région',
  'checkout.phone': 'Téléphone pour le transporteur',
  'checkout.books': 'Pour votre comptabilité',
  'checkout.invoices':
    'Les factures sont réservées aux comptes\u00a0: <link>connectez-vous</link> d’abord s’il vous en faut une. Sans compte, la confirmation par e-mail vous sert de reçu.',
  'checkout.reference': 'Votre référence',
  'checkout.referenceHint': 'Elle figure sur le bon de livraison.',
  'checkout.referenceHintAccount':
    'Pas sur la facture\u00a0: elle figure sur le bon de livraison et dans la liste de vos commandes.',
  'checkout.note': 'Remarque',
  'checkout.noteLabel': 'Pour l’atelier d’impression',
  'checkout.noteHint':
    'Ce qu’il faut savoir pour l’impression, par exemple quelle face sera visible.',
  'checkout.order': 'Votre commande',
  'checkout.quantity': 'Quantité {quantity}',
  'checkout.giftCard': 'Code de la carte cadeau',
  'checkout.apply': 'Appliquer',
  'checkout.giftCards': 'Acheter une carte cadeau ou consulter un solde',
  'checkout.refused':
    '<link>Retirez les pièces qui ne peuvent pas être imprimées</link> pour commander les autres.',
  'checkout.pay': 'Commander avec obligation de paiement',
  'checkout.payByCard': 'Commander avec obligation de paiement',
  'checkout.payByOtherCard': 'Commander avec obligation de paiement par une autre carte',
  'checkout.payByGiftCard': 'Commander avec obligation de paiement',
  'checkout.giftCardPays':
    'La carte cadeau couvre la totalité du montant. La commande est passée immédiatement.',
  'checkout.cardPage':
    'Vous saisissez les coordonnées de votre carte sur la page du prestataire de paiement, qui s’ouvre ensuite. Rien n’est imprimé avant le paiement, et une commande qui n’est pas payée sous {hours} heures est annulée.',
  'checkout.otherCardPage':
    'Vous saisissez les coordonnées de l’autre carte sur la page du prestataire de paiement, qui s’ouvre ensuite. Rien n’est imprimé avant le paiement, et une commande qui n’est pas payée sous {hours} heures est annulée.',
  'checkout.charged':
    '{card} est la carte enregistrée dans votre compte. Elle est débitée immédiatement de {amount}.',
  'checkout.chargedDigits':
    'La carte enregistrée dans votre compte se termine par {digits}. Elle est débitée immédiatement de {amount}.',
  'checkout.busy': 'Un instant…',
  'checkout.accept':
    'En commandant, vous acceptez nos <terms>conditions</terms> et confirmez avoir le droit de faire imprimer les modèles. Voir aussi <refunds>Remboursements</refunds> et <privacy>Confidentialité</privacy>.',
  'checkout.declined':
    'La carte enregistrée a été refusée. Rien n’a été débité et votre panier est inchangé. Payez avec une autre carte ou réessayez.',
  'checkout.declinedBecause':
    'La carte enregistrée a été refusée\u00a0: {reason}. Rien n’a été débité et votre panier est inchangé. Payez avec une autre carte ou réessayez.',
  // Reasons of declined cards, after a colon. Pages in English quote the card processor instead
  'declined.card_not_supported': 'cette carte n’accepte pas ce type de paiement',
  'declined.expired_card': 'elle est expirée',
  'declined.insufficient_funds': 'les fonds sont insuffisants',
  'declined.processing_error': 'une erreur s’est produite lors du traitement',
  // Failures of a checkout
  'failure.basketChanged':
    'Le panier a été modifié ou commandé dans une autre fenêtre. Rien n’a été commandé ici\u00a0: vérifiez-le et commandez de nouveau.',
  'failure.cardChanged':
    'Une autre carte est maintenant enregistrée dans votre compte. Rien n’a été commandé ni débité\u00a0: vérifiez la carte indiquée sous le bouton et commandez de nouveau.',
  'failure.debt':
    'Ce compte doit {amount}\u00a0: le paiement d’une carte cadeau ou de crédits a été annulé après leur utilisation. Il ne peut ni en acheter ni en utiliser tant que cette somme n’est pas réglée\u00a0; contactez-nous. Rien n’a été débité.',
  'failure.dueChanged':
    'Le montant à payer est maintenant de {amount}. Rien n’a été commandé\u00a0: vérifiez la commande et validez-la de nouveau.',
  'failure.giftCardUnusable':
    'Le code de cette carte cadeau est inconnu ou son solde est épuisé. Rien n’a été commandé.',
  'failure.giftCardLimit':
    'Trop de codes de carte cadeau ont été essayés depuis votre réseau. Réessayez plus tard.',
  'failure.networkLimit':
    'Trop de commandes ont été commencées depuis votre réseau. Rien n’a été commandé. Réessayez plus tard.',
  'failure.emailLimit':
    'Trop de commandes ont été commencées aujourd’hui pour cette adresse e-mail. Rien n’a été commandé. Connectez-vous pour commander ou réessayez demain.',
  'failure.limiterUnavailable':
    'Le limiteur de requêtes est indisponible. Rien n’a été fait\u00a0; réessayez dans un instant.',
  'failure.notWritten':
    'Une erreur s’est produite de notre côté et la commande n’a pas été passée. Rien n’a été débité. L’erreur est consignée\u00a0; réessayez dans un instant.',
  'failure.notWrittenNow':
    'La commande n’a pas pu être enregistrée. Rien n’a été débité\u00a0; envoyez-la de nouveau.',
  'failure.openOrders':
    'Votre compte a {limit} commandes impayées. Payez l’une d’elles ou attendez l’annulation de la plus ancienne, {days, plural, one {un jour} other {# jours}} après sa validation. Rien n’a été commandé.',
  'failure.priceChanged':
    'Le prix de l’article {place} est maintenant de {amount}. Rien n’a été commandé\u00a0: vérifiez le nouveau prix et commandez de nouveau.',
  'failure.processorBusy':
    'Trop de pages de paiement sont en cours d’ouverture\u00a0; réessayez dans {seconds} secondes. Rien n’a été débité.',
  'failure.processorUnavailable':
    'Le prestataire de paiement est injoignable. Rien n’a été modifié\u00a0; réessayez.',
  'failure.totalChanged':
    'Le total est maintenant de {amount}. Rien n’a été commandé\u00a0: vérifiez le nouveau total et commandez de nouveau.',
  'failure.unconfirmed':
    'Une erreur s’est produite de notre côté pendant l’enregistrement de la commande, et on ne sait pas encore si elle a été passée. Ne passez pas de nouvelle commande\u00a0: renvoyez ce formulaire. Si la commande a été passée, elle s’affiche alors et n’est pas passée une seconde fois.',
  'failure.unconfirmedOrder':
    'La commande {code} est passée, mais une erreur s’est produite de notre côté et on ne sait pas encore si elle a été payée. Ne la passez pas de nouveau\u00a0: consultez son statut dans une minute.',
  // Units and settings of an order
  'units.daysShort': '{count, plural, one {# j} other {# j}}',
  'units.aboutGrams': 'environ {grams}\u00a0g',
  'units.lessThanGram': 'moins de 1\u00a0g',
  'supports.printed': 'Imprimée avec des supports',
  'supports.figures': 'Imprimée avec des supports\u00a0: {weight}, {time}',
  'supports.turned': 'Tournée pour l’impression, sans supports',
  'ordered.file': 'Fichier',
  'ordered.settings': 'Réglages',
  'ordered.supports': 'Supports d’impression',
  'ordered.noColor': 'Par défaut (aucune couleur choisie)',
  'ordered.defaultColor': 'couleur par défaut',
  'ordered.quality.standard': 'qualité standard',
  'ordered.quality.premium': 'qualité premium',
  'ordered.picture': 'Pièce {place} de la commande',
  // Price of an order
  'order.print': 'Impression',
  'order.amountOfOne': '{grams}\u00a0g, environ {duration} d’impression',
  'order.amountOfParts':
    '{quantity} pièces de {grams}\u00a0g et d’environ {duration} d’impression chacune\u00a0; environ {total} au total',
  'order.amountOfLines':
    '{quantity} pièces, {grams}\u00a0g et environ {duration} d’impression au total',
  'order.postage': 'Livraison',
  'order.total': 'Total',
  'order.byCard': 'Par carte',
  'refund.done': 'Remboursement',
  'refund.unconfirmed': 'Remboursement (pas encore confirmé)',
  'refund.of': 'Pour {items}, {time}',
  'refund.line': 'la ligne {line}',
  'refund.allParts': 'les {of} pièces de la ligne {line}',
  'refund.someParts': '{quantity} des {of} pièces de la ligne {line}',
  'refund.postage': 'les frais de livraison',
  'refund.lost': 'Recrédité sur la carte',
  'refund.totalAfter': 'Total après remboursements',
  // What happened to the card of an order. The English sentences are those of the API, tools and emails
  'charge.awaits_checkout': 'La commande est en attente de paiement.',
  'charge.arrived_late':
    'La carte a été débitée alors que la commande était déjà clôturée. Ce débit ne règle pas la commande.',
  'charge.charged': 'La commande est payée.',
  'charge.declined': 'La carte enregistrée a été refusée. Rien n’a été débité.',
  'charge.not_made':
    'La demande de débit de la carte enregistrée n’est pas parvenue au prestataire de paiement. Rien n’a été débité.',
  'charge.no_card': 'Aucune carte n’est enregistrée\u00a0: rien n’a été débité.',
  'charge.settling':
    'Le débit n’est pas encore confirmé\u00a0: le prestataire de paiement n’a pas encore indiqué si la carte enregistrée a été débitée.',
  // What the status of an order means. The English sentences are those of the API, tools and emails
  'statusLine.PENDING_PAYMENT':
    'La commande est enregistrée et attend son paiement\u00a0; rien n’est imprimé avant.',
  'statusLine.RECEIVED': 'La commande est payée et nous l’examinons.',
  'statusLine.ACCEPTED': 'Nous avons accepté la commande\u00a0; elle attend une imprimante libre.',
  'statusLine.PRINTING':
    'La commande est en cours d’impression\u00a0: ses pièces sont sur une imprimante ou en attendent une.',
  'statusLine.PRINTED': 'L’impression est terminée et la commande est en cours d’emballage.',
  'statusLine.SHIPPED': 'Le colis a été remis au transporteur.',
  'statusLine.DELIVERED': 'Le colis a été livré.',
  'statusLine.CANCELLED': 'La commande a été annulée\u00a0; elle ne sera pas imprimée.',
  'statusLine.REJECTED':
    'Nous avons refusé la commande, en général parce qu’un fichier n’est pas imprimable.',
  'order.overdue':
    'La commande a été annulée faute de paiement au plus tard le {day}\u00a0; elle ne sera pas imprimée. Commandez de nouveau si vous la souhaitez toujours.',
  'order.busy':
    'Nous ne pouvons pas interroger le prestataire de paiement pour le moment, car trop de commandes sont en cours de vérification. Cette page montre le dernier état connu\u00a0; rechargez-la dans une minute.',
  // Payment page
  'pay.title': 'Payer la commande {code}',
  'pay.back': 'Retour à la commande',
  'pay.order': 'La commande',
  'pay.heading': 'Payer {amount}',
  'pay.byCard': 'Payer {amount} par carte',
  'pay.confirmedUnpaid':
    'Le prestataire de paiement confirme que rien n’a encore été payé pour cette commande.',
  'pay.presumedUnpaid':
    'À notre connaissance, rien n’a été payé pour cette commande\u00a0; nous interrogeons de nouveau le prestataire de paiement avant tout paiement.',
  'pay.lead':
    '{charge} {known} Vous payez avec la carte de votre choix sur la page du prestataire de paiement, puis vous revenez ici. La commande peut être payée jusqu’au {time}\u00a0; elle est ensuite annulée.',
  'pay.noLink':
    'Le prestataire de paiement n’a pas fourni de page de paiement. Rien n’a été débité. Réessayez dans une minute.',
  'pay.paid': 'Cette commande est payée',
  'pay.paidLead': 'Nous avons reçu {amount}. Il ne reste rien à payer.',
  'pay.settling': 'Un paiement est en cours',
  'pay.pending': 'Un paiement de {amount} pour cette commande est encore en cours de traitement.',
  'pay.settlingLead':
    '{payment} Cela prend généralement moins d’une minute. D’ici là, vous n’avez rien à payer.',
  'pay.checkAgain': 'Vérifier de nouveau',
  'pay.overdue': 'Trop tard pour payer',
  'pay.overdueLead':
    '{overdue} Rien ne vous sera débité. Un paiement qui arriverait encore sera remboursé.',
  'pay.replaced': 'Remplacée par une commande plus récente',
  'pay.replacedLead':
    'Le panier a été commandé de nouveau, cette commande a donc été annulée. Elle n’a pas été payée et rien ne vous sera débité.',
  'pay.nothing': 'Rien à payer',
  'pay.closedLead': '{status} La commande n’a pas été payée et rien ne vous sera débité.',
  'pay.notDueLead':
    '{status} Aucun paiement n’est nécessaire ici pour la commande et rien ne vous sera débité.',
  'pay.unreachable': 'Le prestataire de paiement est injoignable',
  'pay.unreachableLead':
    'Avant chaque paiement, nous lui demandons si la commande a déjà été payée, et il ne répond pas. Aucun paiement n’a été lancé. Réessayez dans une minute.',
  'pay.refused': 'Le prestataire de paiement a refusé la page de paiement',
  'pay.refusedLead':
    'Avant chaque paiement, nous lui demandons si la commande a déjà été payée, et il a refusé la demande. Aucun paiement n’a été lancé et rien n’a été débité. Réessayez plus tard\u00a0; si le problème persiste, écrivez-nous.',
  'pay.tooMany': 'Trop de requêtes',
  'pay.tooManyLead':
    'Des pages de paiement ont été ouvertes trop souvent depuis votre réseau ou pour cette commande. Rien n’a été débité et aucun paiement n’a été lancé. Réessayez dans {count, plural, one {{seconds} seconde} other {{seconds} secondes}}.',
  'pay.busy': 'La page de paiement est surchargée',
  'pay.busyLead':
    'Avant chaque paiement, nous demandons au prestataire de paiement si la commande a déjà été payée, et trop de commandes attendent cette vérification en ce moment. Rien n’a été débité et aucun paiement n’a été lancé. Réessayez dans {count, plural, one {{seconds} seconde} other {{seconds} secondes}}.',
  'pay.tryAgain': 'Réessayer',
  // Order page: status. The English labels are those of the API, tools and emails
  'order.title': 'Commande {code}',
  'status.PENDING_PAYMENT': 'En attente de paiement',
  'status.RECEIVED': 'Reçue — en cours d’examen',
  'status.ACCEPTED': 'Acceptée — en attente d’impression',
  'status.PRINTING': 'En cours d’impression',
  'status.PRINTED': 'Imprimée — préparation de l’expédition',
  'status.SHIPPED': 'Expédiée',
  'status.DELIVERED': 'Livrée',
  'status.CANCELLED': 'Annulée',
  'status.REJECTED': 'Refusée',
  'statusLine.held':
    'La commande est suspendue pendant que nous la vérifions. D’ici là, elle n’a pas de date d’expédition.',
  'statusLine.returning':
    'Votre paiement est en cours de remboursement intégral. Nous ne poursuivons pas la commande, sauf si nous en avons convenu autrement avec vous.',
  'statusLine.returned':
    'Votre paiement a été intégralement remboursé. Nous ne poursuivons pas la commande, sauf si nous en avons convenu autrement avec vous.',
  'statusLine.untracked': 'Il a été expédié sans suivi.',
  'progress.label': 'Avancement de la commande',
  'progress.done': '(terminé)',
  'progress.now': '(en cours)',
  'progress.ahead': '(à venir)',
  'step.PENDING_PAYMENT': 'Paiement',
  'step.RECEIVED': 'Examen',
  'step.ACCEPTED': 'En attente',
  'step.PRINTING': 'Impression',
  'step.PRINTED': 'Imprimée',
  'step.SHIPPED': 'Expédiée',
  'step.DELIVERED': 'Livrée',
  'days.shipsLate':
    'L’expédition était promise pour le {day} et a du retard. La commande part dès qu’elle est terminée.',
  'days.arrives': 'Livraison entre le {from} et le {to}.',
  'days.arrivalOverdue':
    'Le colis était attendu au plus tard le {day}. S’il n’est pas arrivé, écrivez-nous.',
  'printing.count': 'Pièces imprimées\u00a0: {printed} sur {parts, plural, one {#} other {#}}.',
  'printing.plate': 'Plateau {plate}, {parts, plural, one {# pièce} other {# pièces}}',
  'printing.started': 'sur une imprimante',
  'printing.ended': 'imprimé, à vérifier',
  'printing.percent': '{percent}\u00a0%',
  'printing.percentLeft': '{percent}\u00a0%, encore environ {duration}',
  'order.asOf': 'État au {time}. Rechargez la page pour voir les changements.',
  'order.live': 'Cette page s’actualise d’elle-même. Dernière vérification\u00a0: {time}.',
  'order.notConnected': 'Déconnecté depuis {time}\u00a0; nouvelle tentative en cours.',
  'order.checkedAt':
    'Dernière vérification\u00a0: {time}. Cette page vérifie de nouveau dans la minute.',
  // Order page: payment
  'order.thanks': 'Merci. Nous avons reçu votre paiement.',
  'order.unpaid': 'Pas encore payée',
  'order.payUntil':
    '{charge} Vous pouvez payer avec la carte de votre choix sur la page du prestataire de paiement jusqu’au {time}\u00a0; la commande est ensuite annulée.',
  'order.pay': 'Payer {amount}',
  'order.payment': 'Votre paiement',
  'order.wasPaid': 'Montant payé pour cette commande\u00a0: {amount}. {refund}',
  'order.disputed': 'La banque de la carte a repris {amount} à la suite d’une contestation.',
  'order.refundedAndDisputed':
    'Montant remboursé\u00a0: {refunded}. La banque de la carte a repris {amount} à la suite d’une contestation.',
  'order.refundedToGiftCard': 'La totalité a été remboursée sur la carte cadeau.',
  'order.refundedToBoth':
    'La totalité a été remboursée\u00a0: d’abord sur la carte cadeau, le reste sur la carte utilisée pour le paiement.',
  'order.refundedToCard':
    'La totalité a été remboursée sur la carte utilisée pour le paiement\u00a0; les banques affichent généralement un remboursement sous {from} à {to} jours.',
  'order.refunding':
    'Un remboursement de {amount} a été demandé\u00a0; le prestataire de paiement ne l’a pas encore confirmé.',
  'order.refundedNothing':
    'Rien n’a été remboursé. Si vous avez des questions, contactez-nous en indiquant le code de cette commande.',
  'order.refundedPart':
    'Montant remboursé\u00a0: {amount}. Si vous avez des questions, contactez-nous en indiquant le code de cette commande.',
  'order.unconfirmed': 'En attente de confirmation du paiement',
  'order.unconfirmedPayment':
    'Le prestataire de paiement n’a pas encore confirmé de paiement pour cette commande. Cela peut prendre une minute.',
  'order.checkBeforePaying':
    '{payment} Vérifiez de nouveau avant de payer\u00a0; une commande n’est jamais facturée deux fois.',
  'order.paymentPage': 'Page de paiement',
  'order.receipt': 'Reçu ou facture à imprimer',
  // Order page: parcel, parts and history
  'parcel.heading': 'Votre colis',
  'parcel.carrier': 'Transporteur',
  'parcel.number': 'Numéro de suivi',
  'parcel.shipped': 'Expédié',
  'parcel.track': 'Suivre le colis',
  'order.ordered': 'Ce qui a été commandé',
  'order.again': 'Commander de nouveau',
  'order.price': 'Prix',
  'order.history': 'Historique',
  'order.public':
    'Toute personne disposant de ce lien peut ouvrir la page\u00a0; elle n’affiche jamais l’adresse de livraison.',
  'history.placed': 'Commande passée',
  'history.refunded': 'Remboursement de {amount} versé',
  'history.refundedFor': 'Remboursement de {amount} pour {items} versé',
  'history.refundSent': 'Remboursement de {amount} envoyé',
  'history.refundSentFor': 'Remboursement de {amount} pour {items} envoyé',
  'history.refundReturned': 'La banque a renvoyé {amount} d’un remboursement',
  'history.disputed': 'Paiement de {amount} contesté par la banque de la carte',
  'history.disputeWon': 'La banque a clos la contestation\u00a0: le paiement est maintenu',
  'history.disputeLost': 'La banque a clos la contestation et recrédité {amount} sur la carte',
  'history.reprinted': 'Des pièces sont réimprimées gratuitement',
  'history.overdue': 'Annulée\u00a0: non payée à temps',
  'history.backTo': 'Retour à\u00a0: {status}',
  'history.payment.missing': 'Paiement de {amount} reçu',
  'history.payment.duplicate': 'Second paiement de {amount} reçu',
  'history.payment.closed': 'Paiement de {amount} reçu pour la commande clôturée',
  'history.payment.wrong_amount':
    'Paiement de {amount} reçu, qui n’est pas le montant de la commande',
  'history.payment.refunded': 'Paiement de {amount} remboursé',
  'history.payment.refused':
    'Le prestataire de paiement a refusé le remboursement du paiement de {amount}',
  'history.payment.returned': 'Remboursement du paiement de {amount} renvoyé par la banque',
  'history.payment.kept': 'Paiement de {amount} conservé',
  'history.PENDING_PAYMENT': 'En attente de paiement',
  'history.RECEIVED': 'Paiement reçu',
  'history.ACCEPTED': 'Acceptée par l’atelier',
  'history.PRINTING': 'Impression commencée',
  'history.PRINTED': 'Impression terminée',
  'history.SHIPPED': 'Remise au transporteur',
  'history.DELIVERED': 'Livrée',
  'history.CANCELLED': 'Annulée',
  'history.REJECTED': 'Refusée',
  'shortStatus.PENDING_PAYMENT': 'En attente de paiement',
  'shortStatus.RECEIVED': 'Reçue',
  'shortStatus.ACCEPTED': 'Acceptée',
  'shortStatus.PRINTING': 'En cours d’impression',
  'shortStatus.PRINTED': 'Imprimée',
  'shortStatus.SHIPPED': 'Expédiée',
  'shortStatus.DELIVERED': 'Livrée',
  'shortStatus.CANCELLED': 'Annulée',
  'shortStatus.REJECTED': 'Refusée',
  // Order page: questions
  'contact.heading': 'Questions sur cette commande',
  'contact.write': 'Écrivez-nous à propos de cette commande',
  'contact.you': 'Vous',
  'contact.files': '{count, plural, one {Fichier\u00a0: } other {Fichiers\u00a0: }}',
  'contact.name': 'Votre nom',
  'contact.email': 'Adresse e-mail pour notre réponse',
  'contact.code': 'Code de la commande',
  'contact.codeHint': 'Par exemple SVC-7KQ2ZM\u00a0; il figure dans l’e-mail de confirmation.',
  'contact.message': 'Votre message',
  'contact.file': 'Fichier',
  'contact.fileHint': 'Un fichier, jusqu’à {size}\u00a0: {types}',
  'contact.send': 'Envoyer le message',
  // Quote page. Components that its script renders as well take only messages of `script-messages.ts`
  'quote.title': 'Calculer le prix d’un modèle 3D',
  'quote.titleError': 'Erreur\u00a0: Calculer le prix d’un modèle 3D',
  'quote.stays':
    'Votre fichier reste dans ce navigateur jusqu’à ce que vous ajoutiez la pièce au panier.',
  'quote.sent': 'Votre fichier nous est envoyé lorsque vous affichez le prix.',
  'quote.chooseFile': 'Choisissez un fichier et affichez son prix.',
  'quote.fileKept':
    'Modifiez ce que vous voulez et affichez de nouveau le prix\u00a0: votre fichier est conservé.',
  'quote.how': 'Réglages d’impression',
  'quote.units': 'Unité',
  'quote.fromFile': 'selon le fichier',
  'quote.empty':
    'Choisissez un fichier\u00a0: sa taille, ses parois et ses défauts s’affichent ici, avec un prix au centime près.',
  'quote.hollowHint': 'Des parois de {size}\u00a0mm, et rien à l’intérieur.',
  'quote.postageTo': 'Livraison vers',
  'quote.why': 'Comment ce prix est-il calculé\u00a0?',
  'quote.inBasket': 'Dans le panier.',
  'quote.addAgain': 'Ajouter de nouveau',
  'quote.unitThenFile': 'Choisissez son unité ci-dessus et envoyez de nouveau le fichier\u00a0:',
  'quote.unitThenPrice': 'Choisissez son unité ci-dessus et affichez de nouveau le prix\u00a0:',
  'quote.picture': 'Votre pièce vue de l’avant gauche, défauts en couleur',
  'unitName.mm': 'millimètres',
  'unitName.cm': 'centimètres',
  'unitName.m': 'mètres',
  'unitName.in': 'pouces',
  // Model from a link
  'link.title': 'Récupérer un modèle depuis un lien',
  'link.titleError': 'Erreur\u00a0: Récupérer un modèle depuis un lien',
  'link.choose': 'Ou <link>choisissez un fichier</link>.',
  'link.paste': 'Ou collez un lien vers un modèle',
  'link.account':
    'Il vous faut un compte, car le modèle y est conservé\u00a0: vous vous connectez ou vous inscrivez d’abord, et votre lien est gardé entre-temps.',
  'link.url': 'Lien public',
  'link.urlHint': 'Un lien https direct vers un fichier STL, 3MF, OBJ ou GLB, jusqu’à {size}.',
  'link.fetch': 'Récupérer le modèle',
  'link.ofLink': 'Le modèle de ce lien',
  'link.fetchPrice': 'Récupérer le modèle et afficher son prix',
  // 3D view
  'stage.label': 'Vue 3D',
  'stage.reading': 'Lecture…',
  'stage.reset': 'Réinitialiser',
  'stage.front': 'Avant',
  'stage.side': 'Côté',
  'stage.top': 'Dessus',
  'stage.zoomIn': 'Agrandir',
  'stage.zoomOut': 'Réduire',
  'stage.faults': 'Défauts',
  'stage.xray': 'Rayons X',
  'stage.keys':
    'Les flèches tournent la pièce, Maj et les flèches la déplacent, plus et moins zooment, 0 réinitialise la vue, 1 montre l’avant, 2 le côté, 3 le dessus. Échap quitte la vue.',
  'view.label': 'Votre pièce en 3D',
  'view.part': '{name} en 3D, {size}',
  'view.failed': 'Affichée en images, car ce navigateur ne peut pas dessiner en 3D.',
  'view.failedBecause':
    'Affichée en images, car ce navigateur ne peut pas dessiner en 3D ({reason}).',
  'view.side.iso': '{part}, de l’avant gauche',
  'view.side.front': '{part}, de face',
  'view.side.back': '{part}, de l’arrière',
  'view.side.left': '{part}, de gauche',
  'view.side.right': '{part}, de droite',
  'view.side.top': '{part}, du dessus',
  'view.side.bottom': '{part}, du dessous',
  'view.withFaults': '{picture}, défauts en couleur',
  // Choices of a part
  'material.pla': 'Rigide et précis. Pour la plupart des pièces.',
  'material.petg': 'Plus résistant, convient à l’extérieur.',
  'material.abs': 'Résiste à la chaleur jusqu’à 90\u00a0°C.',
  'material.asa': 'Comme l’ABS, et résiste au soleil.',
  'material.tpu': 'Souple comme du caoutchouc.',
  'option.other': 'Autre…',
  'option.customColor': 'Toute autre couleur\u00a0: un nom ou une valeur hexadécimale',
  'option.customRate': 'Nous achetons la bobine pour vous\u00a0: au moins {amount} par gramme.',
  'option.standardHint': 'Couches de {mm}\u00a0mm\u00a0: conviennent à la plupart des pièces.',
  'option.premiumHint':
    'Couches de {mm}\u00a0mm\u00a0: une surface plus lisse, à {factor} fois le prix au gramme.',
  'option.strength': 'Solidité',
  'preset.light': 'Légère',
  'preset.lightHint': 'Décoration et maquettes',
  'preset.standardHint': 'Pour la plupart des pièces',
  'preset.strong': 'Solide',
  'preset.strongHint': 'Pour les charges, vis et engrenages',
  'option.oneLess': 'Une de moins',
  'option.oneMore': 'Une de plus',
  'option.advanced': 'Avancé',
  'option.infill': 'Remplissage',
  'option.layerHeight': 'Hauteur de couche',
  'choice.noColor': 'pas encore choisie',
  'choice.nameColor': 'Saisissez une couleur, par exemple teal ou #2f6f4f.',
  'break.discount': 'dès {quantity}\u00a0: {percent}\u00a0% de remise',
  'break.atLeast': 'au moins {amount} par pièce',
  'break.price': 'dès {quantity}\u00a0: {each}',
  'break.each': '{amount} pièce',
  'break.aboutEach': 'environ {amount} chacune',
  'break.off': '{percent}\u00a0% de remise',
  'break.minimum': '{amount} est notre minimum par pièce.',
  // Size and units of a file
  'unit.um': 'µm',
  'unit.in': 'pouces',
  'unit.ft': 'pieds',
  'unit.guess': '{unit}\u00a0: {size}',
  'unit.question': '{size}, lue en {unit}. Le fichier était-il prévu dans une autre unité\u00a0?',
  'unit.tooSmall':
    '{size}, lue en {unit}\u00a0: trop petite pour être imprimé. Le fichier était-il prévu dans une autre unité\u00a0?',
  'unit.tooLarge':
    '{size}, lue en {unit}\u00a0: trop grande pour être imprimé. Le fichier était-il prévu dans une autre unité\u00a0?',
  // Changes of a part
  'change.title': 'Modifier la pièce',
  'change.scale': 'Échelle',
  'changed.orient': 'Orienter pour l’impression',
  'change.orientHint': 'Pose la pièce sur la face qui demande le moins de supports.',
  'change.hollow': 'Évider',
  'change.walls': 'avec des parois de',
  'change.kept':
    'Ces modifications font partie de la pièce conservée. Pour les annuler, choisissez de nouveau votre fichier.',
  'change.undoAll': 'Annuler toutes les modifications',
  'changed.undoOrient': 'Annuler l’orientation',
  'changed.scaleWrong': 'Saisissez une échelle de {min} à {max}\u00a0%.',
  'changed.wallWrong': 'Saisissez une épaisseur de paroi de {min} à {max}\u00a0mm.',
  'changed.notPriced': 'Un fichier sans prix ne peut pas être modifié.',
  'changed.sliced':
    'Un fichier tranché est imprimé tel quel. Pour modifier la pièce, choisissez le modèle lui-même.',
  'changed.notPrintable':
    'Changez l’échelle de la pièce jusqu’à ce qu’elle puisse être imprimée. Elle pourra alors être orientée et évidée.',
  'changed.failed':
    'La pièce est inchangée\u00a0: la modification a pris trop de temps ou demande plus de mémoire que ce navigateur n’en accorde.',
  'changed.file':
    'La pièce modifiée est ajoutée au panier sous forme de fichier STL. Votre propre fichier reste inchangé.',
  'changed.liesWell': 'La pièce repose déjà sur sa meilleure face\u00a0: elle n’a pas été tournée.',
  'changed.turned': 'Tournée sur sa meilleure face\u00a0: hauteur {before} → {after}.',
  'changed.turnedOverhangs':
    'Tournée sur sa meilleure face\u00a0: hauteur {before} → {after}, surplombs {areaBefore} → {areaAfter}.',
  'changed.notHollowed': 'Non évidée\u00a0: aucune cavité ne peut être créée à l’intérieur.',
  'changed.hollow': 'Évidée avec des parois de {wall}',
  'changed.thinner': 'Évidée avec des parois de {wall}, car avec {asked} aucune cavité ne tient',
  'changed.savesNoWeight': '{change}\u00a0: n’allège pas la pièce. {note}',
  'changed.grams': 'économise {grams}\u00a0g par pièce',
  'changed.lessThanGram': 'économise moins d’un gramme par pièce',
  'changed.saves': '{change}\u00a0: {weight} et {amount} au total.',
  'changed.minimum': '{change}\u00a0: {weight}, mais le prix reste au minimum.',
  'changed.samePrice': '{change}\u00a0: {weight}, et le prix reste le même.',
  // Findings in a file
  'state.done': 'Bien\u00a0:',
  'state.running': 'En cours\u00a0:',
  'state.waiting': 'Remarque\u00a0:',
  'state.broken': 'Problème\u00a0:',
  'fact.size': 'Taille',
  'fact.volume': 'Volume',
  'fact.triangles': 'Triangles',
  'fact.thinnest': 'Paroi la plus fine',
  'fact.over': 'plus de {size}',
  'fact.measured': '{size}, parmi les parois mesurées',
  'fact.under': 'moins de {size}',
  'fact.plateSize': 'Taille sur le plateau',
  'fact.plates': 'Plateaux',
  'fact.slicer': 'Tranché avec',
  'fact.notStated': 'non indiqué',
  'fact.time': 'Durée d’impression',
  'fact.filament': 'Filament',
  'fact.byLength': 'selon la longueur',
  'fact.layers': 'Couches',
  'finding.inspecting': 'Recherche de parois fines et de surplombs…',
  'finding.notInspected': 'Les parois fines et les surplombs n’ont pas pu être vérifiés.',
  'finding.show': 'Montrer',
  'faultName.open_edges': 'arêtes ouvertes',
  'faultName.non_manifold_edges': 'arêtes de plusieurs faces',
  'faultName.overhangs': 'surplombs',
  'faultName.thin_walls': 'parois fines',
  'faultName.outside': 'hors du volume d’impression',
  'fault.open_edges': '{count, plural, one {# arête ouverte} other {# arêtes ouvertes}}',
  'fault.non_manifold_edges':
    '{count, plural, one {# arête où se rejoignent} other {# arêtes où se rejoignent}} plus de deux faces',
  'fault.overhangs': '{count, plural, one {# surplomb} other {# surplombs}} de plus de {degrees}°',
  'fault.thin_walls': '{count, plural, one {# paroi} other {# parois}} de moins de {size}',
  'fault.outside': 'La pièce dépasse du volume d’impression',
  'advice.open_edges': 'Nous refermons les trous avant l’impression\u00a0; vérifiez ces endroits.',
  'advice.non_manifold_edges': 'Nous séparons les faces avant l’impression.',
  'advice.thin_walls': 'Elles peuvent casser ou ne pas s’imprimer. Épaississez-les si possible.',
  'advice.outside': 'Réduisez la pièce ou divisez-la.',
  'advice.supports': 'Imprimée sur des supports\u00a0; le dessous est plus rugueux.',
  'advice.turn': 'Tournée pour l’impression, afin de se passer de supports. {reason}',
  'advice.none': 'Imprimée sans supports. {reason}',
  'advice.overhangs': 'Là où des supports sont nécessaires, le dessous est plus rugueux.',
  'reason.noSupports': 'Le contrôle d’imprimabilité ne recommande pas de supports.',
  'reason.turn': 'Telle que dans le fichier, {area} de ses couches ne reposeraient sur rien.',
  'reason.none': 'Toutes ses couches reposent sur quelque chose ou franchissent un vide.',
  'reason.little':
    'Seuls {area} de ses couches ne reposeraient sur rien, trop peu pour nécessiter des supports.',
  'supported.free': '{printed}, sans supplément.',
  'good.watertight': 'Maillage fermé',
  'good.walls': 'Parois d’au moins {size}',
  'good.fits': 'Tient dans l’imprimante',
  'repair.done': 'Réparé\u00a0: {repairs}',
  'repair.holes': '{count, plural, one {# trou refermé} other {# trous refermés}}',
  'repair.flipped':
    '{count, plural, one {# triangle retourné} other {# triangles retournés}} vers l’extérieur',
  'repair.duplicates':
    '{count, plural, one {# triangle en double supprimé} other {# triangles en double supprimés}}',
  'repair.degenerates':
    '{count, plural, one {# triangle sans surface supprimé} other {# triangles sans surface supprimés}}',
  'repair.loose':
    '{count, plural, one {# triangle isolé supprimé} other {# triangles isolés supprimés}}',
  'repair.welded':
    '{count, plural, one {# sommet fusionné} other {# sommets fusionnés}} avec un voisin',
  'volume.leftOut':
    'Certains objets du fichier ne sont pas imprimés, car le projet ne les destine pas à l’impression.',
  'volume.overlap':
    'Des corps du modèle se chevauchent\u00a0: leur partie commune est facturée et imprimée une seule fois.',
  'volume.cavities':
    'Le modèle a trop de surfaces pour que nous vérifiions lesquelles sont des cavités\u00a0: il est facturé selon ce que remplit un trancheur.',
  'volume.holes':
    'La surface du modèle a {count, plural, one {un trou, qui a été refermé} other {# trous, qui ont été refermés}} pour la mesurer\u00a0: vérifiez que rien ne manque.',
  'sliced.agrees': 'Les données du fichier concordent avec ses déplacements',
  'sliced.platesAgree': '{count} plateaux, dont les données concordent avec leurs déplacements',
  'sliced.asIs':
    'Un fichier tranché est imprimé tel quel\u00a0: le remplissage, les couches et la buse sont ceux du trancheur.',
  'sliced.plate': 'Plateau {plate}\u00a0: {size}',
  'sliced.showPlate': 'le plateau {plate}',
  'sliced.layers': '{count} couches',
  // Price of a part
  'sum.empty': 'Le prix s’affiche dès que le fichier est lu.',
  'sum.reading': 'Lecture du fichier…',
  'sum.correct': 'Corrigez le champ signalé pour voir le prix de cette pièce.',
  'sum.noPrice': 'Cette pièce n’a pas encore de prix.',
  'sum.thisPart': 'Cette pièce',
  'sum.parts': '{quantity} pièces, environ {amount} chacune',
  'sum.inBasket': 'déjà dans le panier',
  'sum.notInTotal': 'hors total',
  'sum.others': '{count, plural, one {L’autre pièce} other {Les # autres pièces}}',
  'sum.total': 'Total avec livraison',
  'sum.theseTotal': 'Ces pièces avec livraison',
  'sum.bar': 'avec livraison. {days}',
  'sum.theseBar': 'ces pièces avec livraison. {days}',
  'sum.announce': 'Total {amount}',
  'sum.free': 'gratuite',
  'sum.hollow': 'Évider et économiser {amount}',
  'why.caption': 'Calcul du prix de cette pièce',
  'why.weight': 'Poids',
  'why.machine': 'Temps machine',
  'why.machineTerms': 'heures au-delà de ce que couvre le poids, {amount} chacune',
  'why.discount': 'Remise sur quantité',
  'why.discountRounded': '{percent}\u00a0% de remise, arrondie pour que les lignes concordent',
  'why.minimum': 'Prix minimum',
  'why.minimumTerms': 'une pièce coûte au moins {amount}, même après remise',
  'why.print': 'Impression',
  'why.postage': 'Livraison',
  'why.postageTerms': '{country}, gratuite à partir de {amount}',
  'why.slicerWeight': 'selon le trancheur, arrondi au gramme supérieur, par pièce',
  'why.weightTerms':
    '{volume} × {percent}\u00a0% de matière × {density}\u00a0g/cm³, arrondi au gramme supérieur, par pièce',
  'why.customRate': '{amount} (couleur hors stock)',
  'why.premium': '{factor} premium',
  'why.rounded': '{sum}, arrondi au centime',
  'why.accuracy':
    'Le poids est estimé à partir du volume, selon la même règle pour chaque pièce. Comparée à {slices} tranchages de {models} pièces avec {min} à {max}\u00a0% de remplissage ({slicer}), l’estimation médiane était {typical}, par rapport au poids indiqué par le trancheur, et neuf sur dix étaient entre {low} et {high}\u00a0: trop haute pour les pièces pleines, trop basse pour les parois fines. Pour payer selon un poids exact, choisissez un fichier tranché .gcode ou .gcode.3mf\u00a0: il est facturé selon le filament et la durée qu’indique son trancheur.',
  'why.equal': 'égale',
  'why.below': '{percent}\u00a0% en dessous',
  'why.above': '{percent}\u00a0% au-dessus',
  // Files without a price
  'refused.format': 'Nous ne pouvons pas lire les fichiers .{extension}.',
  'refused.noExtension': 'Nous ne pouvons pas lire un fichier sans extension.',
  'refused.formatTodo':
    'Exportez la pièce en STL, 3MF, OBJ ou GLB, ou choisissez un fichier tranché .gcode ou .gcode.3mf.',
  'refused.step': 'C’est un fichier STEP, qui n’a pas de surface que nous puissions imprimer.',
  'refused.stepTodo':
    'Dans votre logiciel de CAO, exportez la pièce en 3MF ou STL en millimètres, avec un écart de {deviation}\u00a0mm au plus.',
  'refused.picture': 'C’est une image, pas un modèle 3D.',
  'refused.pictureTodo': 'Nous pouvons créer un modèle de ce qu’elle montre.',
  'refused.pictureLink': 'Générer un modèle à partir d’une image',
  'refused.noModels': 'Nous n’avons trouvé aucun modèle 3D dans ce fichier ZIP.',
  'refused.empty': 'Le fichier est vide.',
  'refused.emptyTodo': 'Exportez de nouveau la pièce et choisissez le nouveau fichier.',
  'refused.larger': 'Le fichier dépasse {limit}.',
  'refused.large': 'Le fichier fait {size}\u00a0; la limite est de {limit}.',
  'refused.largeTodo': 'Exportez-le avec moins de triangles ou en 3MF, un format compressé.',
  'refused.unreadable': 'Nous n’avons pas pu lire de pièce imprimable dans ce fichier.',
  'refused.nothingPrints': 'Une imprimante n’imprimerait rien de cette pièce.',
  'refused.nothingTodo':
    'Elle est trop fine, trop plate ou trop petite. Épaississez ses parois ou vérifiez l’unité.',
  'refused.hour': 'Vos fichiers ont utilisé tout le temps de calcul de cette heure.',
  'refused.hourTodo': 'Réessayez dans {minutes} minutes.',
  'refused.busy': 'Nous sommes trop occupés pour mesurer ce fichier en ce moment.',
  'refused.busyTodo': 'Attendez quelques secondes et réessayez.',
  'refused.tooLarge':
    'La pièce ne tient pas\u00a0: elle mesure {size}\u00a0mm, et nos imprimantes acceptent {volume}\u00a0mm.',
  'refused.tooLargeIn':
    'La pièce ne tient pas\u00a0: elle mesure {size}\u00a0mm, lue en {unit}, et nos imprimantes acceptent {volume}\u00a0mm.',
  'refused.tooLargeTodo':
    'Ramenez-la à {percent}\u00a0% ou moins, choisissez une autre unité ou divisez-la en plusieurs pièces.',
  'refused.tooLargeSliced': 'Tranchez une pièce plus petite ou divisez-la en plusieurs.',
  'refused.noUsage': 'Ce fichier tranché n’a pas de prix.',
  'refused.noUsageTodo':
    'Il est tranché, mais n’indique pas de consommation de filament. Tranchez-le de nouveau avec un trancheur récent.',
  'refused.expired': 'Le fichier que vous avez envoyé n’est plus conservé.',
  'refused.expiredTodo': 'Choisissez-le de nouveau. Vos choix sont conservés.',
  'refused.wall': 'L’épaisseur des parois de la pièce évidée est hors limites.',
  'refused.wallTodo':
    'Saisissez une épaisseur de {min} à {max}\u00a0mm ou laissez la pièce pleine.',
  'refused.material': 'Nous ne proposons pas ce matériau.',
  'refused.quality': 'Nous ne proposons pas cette qualité.',
  'refused.units': 'Nous ne proposons pas cette unité.',
  'refused.valueTodo': 'Choisissez dans la liste.',
  'refused.noFile': 'Choisissez d’abord un fichier.',
  'refused.choicesKept': 'Vos choix sont conservés.',
  'refused.other': 'Choisir un autre fichier',
  // Reasons of unreadable files, by code. Pages in English quote the geometry core instead, which names the place
  'unread.damaged': 'Le fichier est endommagé. Téléchargez-le ou exportez-le de nouveau.',
  'unread.format':
    'Son contenu ne correspond pas à son extension. Exportez de nouveau la pièce en STL ou 3MF.',
  'unread.limit': 'Le modèle est trop complexe. Simplifiez-le et choisissez-le de nouveau.',
  'unread.unsupported':
    'Le fichier utilise une fonctionnalité que nous ne prenons pas en charge. Exportez la pièce en STL ou 3MF simple.',
  'unread.noSurface': 'Le fichier ne contient aucune surface à imprimer.',
  'unread.noVolume': 'Le modèle est plat ou ouvert\u00a0: il n’enferme aucun volume.',
  'unread.notToPrint':
    'Rien dans le fichier n’est destiné à l’impression. Activez l’impression d’une pièce dans votre trancheur et exportez-le de nouveau.',
  'unread.sliced':
    'Les données du fichier tranché contredisent son contenu. Tranchez de nouveau le modèle et choisissez le nouveau fichier.',
  'unread.tooSmall':
    'La pièce fait moins de {mm}\u00a0mm de chaque côté et ne peut pas être imprimée. Le fichier était sans doute prévu dans une autre unité.',
  'unread.timedOut':
    'La mesure a pris trop de temps. Simplifiez le modèle et choisissez-le de nouveau.',
  'unread.memory':
    'La mesure a demandé trop de mémoire. Simplifiez le modèle et choisissez-le de nouveau.',
  'unread.padded':
    'Le fichier contient surtout autre chose que le modèle. Exportez le modèle seul, en STL ou 3MF.',
  'unread.moved':
    'Le navigateur ne peut plus lire le fichier\u00a0: il a été déplacé ou modifié. Choisissez-le de nouveau.',
  'unread.other': 'Exportez de nouveau la pièce en STL ou 3MF et choisissez le nouveau fichier.',
  // Files that the page opens
  'zip.models': '{count, plural, one {# modèle} other {# modèles}} de {file}.',
  'zip.leftOut': 'Laissés de côté\u00a0: {names}.',
  'zip.more': '{names} et {count} de plus',
  'zip.isEmpty':
    'Il est vide. Nous imprimons les fichiers STL, 3MF, OBJ, GLB et le G-code tranché.',
  'zip.holds':
    'Il contient {names}. Nous imprimons les fichiers STL, 3MF, OBJ, GLB et le G-code tranché.',
  'zip.password': 'Il est protégé par un mot de passe. Décompressez-le et choisissez ses modèles.',
  'zip.damaged': 'L’archive est endommagée ou incomplète. Téléchargez-la de nouveau.',
  'zip.zip64':
    'C’est une archive ZIP64, que nous ne pouvons pas lire. Décompressez-la et choisissez ses modèles.',
  'zip.tooMany': 'Il contient plus de {count} fichiers.',
  'zip.notOpened':
    'Il n’a pas pu être ouvert\u00a0: la connexion a été interrompue. Rechargez la page.',
  'zip.problem.damaged': 'endommagé',
  'zip.problem.password': 'protégé par un mot de passe',
  'zip.problem.packed': 'compressé d’une façon que nous ne lisons pas',
  'zip.problem.larger': 'plus de {limit}',
  'zip.problem.models': 'plus de {count} modèles',
  'zip.problem.total': 'plus que ce qu’une archive peut contenir',
  'files.noRoom':
    '{count, plural, one {Un fichier a été laissé} other {# fichiers ont été laissés}} de côté\u00a0: un panier contient {parts} pièces au plus, et cette page {size} de fichiers. Ajoutez d’abord au panier les pièces de cette page.',
  'read.file': 'Lecture du fichier',
  'read.measuring': 'Mesure de la pièce',
  'read.took': 'lu en {seconds}\u00a0s',
  // Parts of the page
  'list.yourPart': 'Votre pièce',
  'list.parts': 'Pièces',
  'list.count': '{count} pièces',
  'list.ready': '{ready} sur {count} prêtes',
  'list.notLoaded':
    'Les prix et quantités de cette liste n’ont pas pu être chargés\u00a0: la connexion a été interrompue.',
  'list.applyNotLoaded':
    'L’application des choix à toutes les pièces n’a pas pu être chargée\u00a0: la connexion a été interrompue.',
  'words.notLoaded':
    'Les textes de cette page n’ont pas pu être chargés\u00a0: la connexion a été interrompue.',
  'list.reload': 'Recharger la page',
  'list.sort': 'Trier',
  'sort.added': 'Ordre d’ajout',
  'sort.name': 'Nom',
  'sort.price': 'Prix décroissant',
  'sort.state': 'À compléter d’abord',
  'list.quantity': 'Quantité de {name}',
  'list.remove': 'Retirer {name}',
  'list.add': '+ Ajouter une pièce',
  'list.noPrice': 'aucun prix',
  'list.color': 'Couleur\u00a0: {color}',
  'list.sliced': '{plates, plural, one {Fichier tranché} other {Tranché, # plateaux}}',
  'apply.legend': 'Ce que reçoivent toutes les pièces',
  'apply.button': 'Appliquer aux {count} pièces',
  'apply.done': 'Les {count} pièces ont ces réglages.',
  'apply.announce': 'Appliqué aux {count} pièces.',
  'apply.undo': 'Annuler',
  'kept.parts':
    '{count, plural, one {Une pièce d’une visite précédente est} other {# pièces de visites précédentes sont}} encore dans ce navigateur.',
  'kept.open': '{count, plural, one {L’ouvrir} other {Les ouvrir}}',
  'kept.remove': 'Retirer',
  'kept.lost':
    '{count, plural, one {Une pièce ne survivra} other {# pièces ne survivront}} pas à un rechargement\u00a0: ce navigateur n’a plus de place.',
  'partState.measuring': 'Mesure…',
  'partState.refused': 'Impossible à imprimer\u00a0: {reason}',
  'partState.tooLarge': 'plus grande que nos imprimantes.',
  'partState.added': 'Dans le panier',
  'partState.infill': 'À corriger\u00a0: remplissage',
  'partState.layerHeight': 'À corriger\u00a0: hauteur de couche',
  'partState.quantity': 'À corriger\u00a0: quantité',
  'partState.shape': 'À corriger\u00a0: échelle ou paroi',
  'partState.color': 'À choisir\u00a0: couleur',
  'partState.checkSize': 'Prête, mais vérifiez sa taille',
  'partState.ready': 'Prête',
  'left.parts': 'Non ajouté\u00a0: {parts}.',
  'left.measuring': '{name} est en cours de mesure',
  'left.choice': '{name} est à corriger',
  'left.refused': '{name} est impossible à imprimer',
  'left.measuringParts': '{count} pièces sont en cours de mesure',
  'left.choiceParts': '{count} pièces sont à corriger',
  'left.refusedParts': '{count} pièces sont impossibles à imprimer',
  // Adding parts to the basket
  'add.add': 'Ajouter au panier',
  'add.parts': 'Ajouter {count} pièces au panier',
  'add.some': 'Ajouter {ready} des {count} pièces au panier',
  'add.short': 'Ajouter',
  'add.shortParts': 'Ajouter {count}',
  'add.checkOut': 'Passer à la validation',
  'add.checkOutShort': 'Valider',
  'add.openBasket': 'Ouvrir le panier',
  'add.adding': 'Ajout…',
  'add.addingParts': 'Ajout {place} sur {count}…',
  'add.changed':
    '{file} a été modifié pendant son ajout\u00a0: le panier le contient dans son état précédent.',
  'add.noPrice': '{file} n’a pas encore de prix.',
  'add.broken': '{file} n’a pas été ajouté\u00a0: la connexion a été interrompue. Réessayez.',
  'add.refused': '{file} n’a pas été ajouté ({status}). Réessayez dans un instant.',
  'add.notAdded': '{file} n’a pas été ajouté.',
  'add.refusedBecause': '{file} n’a pas été ajouté. {reason}',
  'add.pricesChanged':
    'Les prix ont changé depuis que vous les avez vus. Rien n’a été commandé aux anciens prix.',
  'added.parts': '{count} pièces sont dans le panier.',
  'added.names':
    '{count, plural, one {{names} est dans le panier.} other {{names} sont dans le panier.}}',

  // Section for developers
  'developers.heading': 'Pour les développeurs\u00a0: une requête suffit pour commander une pièce',
  'developers.lead':
    'Envoyez un fichier et une adresse. La réponse contient le code de la commande, le prix, l’indication que votre carte a été débitée ou non et l’adresse de la page de la commande. STL, GLB, 3MF et G-code déjà tranché, jusqu’à {size}.',
  'developers.noKey':
    '<link>Créez un compte</link>, enregistrez une carte et générez une clé d’API\u00a0: elle remplace {variable} dans les exemples.',
  'developers.key':
    'Votre clé commence par {prefix}. Elle a été affichée une seule fois\u00a0; <link>votre compte</link> permet d’en créer une nouvelle.',
  'developers.firstOrder': 'Première commande',
  'developers.documentation': 'Documentation',
  'developers.more': 'Juste un prix, ou pas encore de modèle\u00a0?',
  'developers.price': 'Un prix ne nécessite pas de compte\u00a0:',
  'developers.generation':
    'Un modèle peut être généré à partir d’une description ou de photos. Cela coûte des crédits\u00a0; chaque compte en reçoit {credits} à l’ouverture. Avec un jeton d’extension de <link>votre compte</link>\u00a0:',
  'developers.poll':
    'Interrogez ensuite le <link>statut</link> de la tâche. Une fois qu’elle est terminée, commandez le modèle avec son {field}.',
  'developers.samples': 'Langage de l’exemple',
  'developers.copy': 'Copier',
  'developers.copied': 'Copié',
}
