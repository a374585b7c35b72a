"""What a key of a form, a header of a table or a name of a column says that its value is, in six languages."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sanon.text import lexicons

# Kind of the embedded extractor -> keys, folded, parted by commas.
_KEYS = {
    # What cannot be but a name: it is one whatever it looks like ("winter", "Rose").
    "NAME": "last name, lastname, surname, family name, first name, firstname, given name, given names, forename, "
    "middle name, "
    "maiden name, full name, birth name, preferred name, nachname, familienname, vorname, vornamen, rufname, "
    "geburtsname, "
    "nom, nom de famille, nom de naissance, prenom, prenoms, nombre y apellidos, apellido, apellidos, primer apellido, "
    "segundo apellido, cognome, nome e cognome, cognome e nome, achternaam, voornaam, voornamen, geboortenaam, "
    "roepnaam, "
    "nombre completo, patient name, name of patient, name of pupil, pupil name, student name, employee name, client "
    "name, "
    "customer name, insured name, member name, contact name, name des patienten, nom du patient, alias, known as",
    # What may hold an organisation or a sentence too.
    "PERSON": "name, names, nombre, nome, naam, patient, patients, patientin, patiente, paciente, paziente, insured, "
    "policyholder, policy holder, claimant, applicant, beneficiary, member, client, customer, employee, pupil, "
    "student, "
    "child, tenant, landlord, resident, caller, driver, owner, witness, victim, suspect, defendant, complainant, "
    "deceased, "
    "spouse, husband, wife, mother, father, guardian, parent, next of kin, emergency contact, contact, contact "
    "person, doctor, "
    "physician, attending, gp, surgeon, therapist, nurse, teacher, adjuster, handler, case manager, supervisor, "
    "manager, "
    "interviewer, author, signed, signed by, prepared by, reported by, reviewed by, created by, updated by, account "
    "holder, "
    "versicherter, versicherte, versicherungsnehmer, versicherungsnehmerin, antragsteller, antragstellerin, kunde, "
    "kundin, "
    "mitarbeiter, mitarbeiterin, mieter, mieterin, halter, fahrer, fahrerin, zeuge, zeugin, arzt, arztin, hausarzt, "
    "hausarztin, "
    "lehrer, lehrerin, schuler, schulerin, ansprechpartner, ansprechpartnerin, sachbearbeiter, sachbearbeiterin, "
    "kontoinhaber, "
    "ehemann, ehefrau, mutter, vater, assure, assuree, souscripteur, medecin, medecin traitant, temoin, titulaire, "
    "eleve, "
    "asegurado, asegurada, titular, medico, testigo, alumno, alumna, assicurato, assicurata, intestatario, conducente, "
    "testimone, alunno, alunna, verzekerde, client, clienten, huisarts, behandelaar, leerling, getuige, bestuurder",
    "USERNAME": "user, username, user name, login, handle, nick, nickname, screen name, posted by, benutzer, "
    "benutzername, "
    "nutzername, utilisateur, identifiant, pseudo, usuario, utente, gebruiker, gebruikersnaam, twitter, instagram, "
    "telegram, "
    "skype, discord",
    "PHONE_NUMBER": "phone, phone number, tel, telephone, mobile, mobile phone, cell, fax, home phone, work phone, "
    "telefon, "
    "telefonnummer, mobil, handy, handynummer, tel nr, portable, telefono, movil, cellulare, cell, telefoon, "
    "telefoonnummer, mobiel",
    "ADDRESS": "address, street, street address, home address, address line 1, zip, zip code, postcode, postal "
    "code, strasse, "
    "anschrift, adresse, wohnanschrift, plz, postleitzahl, rue, code postal, cp, direccion, domicilio, calle, "
    "codigo postal, "
    "indirizzo, residenza, cap, adres, woonadres, straat",
    "LOCATION": "city, town, village, county, place, place of birth, birthplace, hometown, residence, location, "
    "place of loss, "
    "ort, wohnort, geburtsort, stadt, unfallort, ville, commune, lieu de naissance, lieu, ciudad, localidad, "
    "municipio, "
    "lugar de nacimiento, citta, comune, luogo di nascita, luogo, plaats, woonplaats, geboorteplaats, stad, gemeente",
    "BIRTHDATE": "dob, d o b, date of birth, birth date, birthdate, birthday, born, geb, geboren, geburtsdatum, "
    "geburtstag, "
    "geb datum, date de naissance, ne le, nee le, fecha de nacimiento, f nac, fecha nac, data di nascita, nato il, "
    "nata il, "
    "geboortedatum",
    "AGE": "age, alter, edad, eta, leeftijd",
    "EVENT_DATE": "date, date of loss, admission, admitted, admission date, discharge date, discharged, visit date, "
    "datum, "
    "schadentag, unfalldatum, aufnahme, entlassung, eintritt, austritt, date du sinistre, fecha, fecha de ingreso, "
    "fecha de alta, data, data del sinistro, opname, ontslag",
    "PATIENT_ID": "id, patient id, patientid, mrn, member id, member no, employee id, employee no, staff id, "
    "student id, pupil id, "
    "customer id, customer no, client id, nhs, nhs no, nhs number, nhi, nr, no, mitgliedsnummer, mitgliedsnr, "
    "mitglieds nr, "
    "personalnummer, personalnr, kundennummer, kundennr, matrikelnummer, versichertennummer, patientennummer, nhc, "
    "numero de adherent, matricule, numero de historia, matricola, klantnummer, patientnummer, polisnummer",
    "NATIONAL_ID": "ssn, social security number, nino, national insurance, ni number, national id, id card, dni, "
    "nie, nif, nir, "
    "bsn, burgerservicenummer, codice fiscale, cf, pesel, ahv, ahv nr, sozialversicherungsnummer, ausweisnummer, "
    "numero de securite sociale, securite sociale, driving licence, driver license, drivers license, license number",
    "PASSPORT": "passport, passport no, passport number, reisepass, reisepassnummer, passeport, pasaporte, "
    "passaporto, paspoort",
    "TAX_ID": "tax id, tin, vat no, steuer id, steuernummer, steuer nr, numero fiscal, partita iva, btw nummer",
    "BANK_ACCOUNT": "iban, account, account no, account number, bank account, sort code, card, card number, konto, "
    "kontonummer, "
    "bankverbindung, compte, rib, cuenta, cuenta bancaria, conto, conto corrente, rekening, rekeningnummer",
    "VEHICLE": "plate, licence plate, license plate, registration plate, vin, kennzeichen, immatriculation, plaque, "
    "targa, "
    "matricula, kenteken",
    "DEVICE": "ip, ip address, client ip, remote addr, mac, mac address, imei, device id, serial number",
    "OCCUPATION": "occupation, job, job title, profession, trade, beruf, tatigkeit, metier, ocupacion, profesion, "
    "oficio, "
    "professione, mestiere, beroep, functie",
    "DEMOGRAPHIC": "marital status, religion, ethnicity, race, nationality, citizenship, familienstand, konfession, "
    "nationalitat, "
    "staatsangehorigkeit, muttersprache, etat civil, nationalite, estado civil, nacionalidad, stato civile, "
    "cittadinanza, "
    "burgerlijke staat, nationaliteit",
    "MEDICAL_CONDITION": "diagnosis, diagnoses, condition, illness, injury, diagnose, diagnosen, krankheit, "
    "diagnostic, maladie, "
    "antecedents, diagnostico, enfermedad, antecedentes, diagnosi, malattia, patologia, ziekte, aandoening",
    "TREATMENT": "medication, medications, treatment, therapy, medikation, medikament, medikamente, therapie, "
    "behandlung, "
    "traitement, medicament, tratamiento, medicacion, terapia, trattamento, farmaco, behandeling, medicatie, "
    "medicijnen",
    "PROVIDER": "hospital, clinic, insurer, insurance company, klinik, krankenhaus, krankenkasse, versicherer, "
    "hopital, assureur, "
    "mutuelle, aseguradora, ospedale, assicurazione, ziekenhuis, verzekeraar",
    "ORGANISATION": "employer, company, school, arbeitgeber, firma, schule, employeur, entreprise, ecole, "
    "empleador, empresa, "
    "colegio, datore di lavoro, azienda, scuola, werkgever, bedrijf",
    "NON_PERSONAL_ID": "claim, claim no, claim number, claim id, policy, policy no, policy number, case, case no, "
    "case number, "
    "invoice no, invoice number, reference, ref, schadennummer, schaden nr, policennummer, vertragsnummer, "
    "aktenzeichen, "
    "rechnungsnummer, dossier, numero de dossier, numero de contrat, siniestro, poliza, expediente, sinistro, "
    "polizza, pratica, "
    "kenmerk, zaaknummer, dossiernummer, schadenummer",
}
_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_BETWEEN = re.compile(r"[\W_]+")
#: No key is longer; what is before a colon in a sentence is not looked up.
LONGEST = 40


@cache
def _kinds() -> dict[str, str]:
    found: dict[str, str] = {}
    for kind, keys in _KEYS.items():
        for key in keys.split(", "):
            found.setdefault(key, kind)
    return found


@lru_cache(maxsize=4096)
def kind_of_key(key: str) -> str | None:
    """The kind of the values under a key ("last_name", "Geb.-Datum", "patientName"); PERSON for a likely name."""
    if len(key) > LONGEST:
        return None
    plain = lexicons.fold(_CAMEL.sub(" ", key) if not key.isupper() else key)
    return _kinds().get(_BETWEEN.sub(" ", plain).strip())
