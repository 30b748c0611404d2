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
