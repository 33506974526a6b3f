#include "app/settings/session.h"

#include "widgets/picture/save_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {

constexpr int kSlots = 64;
constexpr int kSoonMs = 300;
constexpr auto kFormat = "bubblescope-session";

constexpr QLatin1String kName("name"), kPath("path"), kClean("clean"), kFile("file"), kBlank("noSchedules"),
    kPage("page"), kLook("look");

void write(QJsonObject& out, const SessionDocument& document, QLatin1String key) {
    out[kName] = document.name;
    out[kPath] = document.path;
    out[kClean] = document.clean;
    out[key] = QString::fromStdString(document.text);
    if (!document.look.isEmpty()) out[kLook] = document.look;
}

SessionDocument read(const QJsonObject& from, QLatin1String key) {
    return {from.value(key).toString().toStdString(),
            from.value(kBlank).toBool(),
            from.value(kName).toString(),
            from.value(kPath).toString(),
            from.value(kClean).toBool(true),
            from.value(kLook).toObject()};
}

/// The first kind of document is stored in the root object, each other kind in its own object.
bool isInRoot(const DocumentKind& kind) { return &kind == documentKinds().front(); }

QByteArray toBytes(const SessionState& state) {
    QJsonObject root{
        {QStringLiteral("format"), QLatin1String(kFormat)}, {QStringLiteral("version"), 1}, {kPage, state.page}};
    for (const auto& [kind, document] : state.documents) {
        if (isInRoot(*kind)) {
            root[kBlank] = document.isBlank;
            write(root, document, QLatin1String(kind->id));
            continue;
        }
        QJsonObject own;
        if (document.isBlank) own[kBlank] = true;
        write(own, document, kFile);
        root[QLatin1String(kind->id)] = own;
    }
    return QJsonDocument(root).toJson();
}

Result<SessionState> fromBytes(const QByteArray& bytes) {
    const QJsonObject root = QJsonDocument::fromJson(bytes).object();
    if (root.value(QStringLiteral("format")) != QLatin1String(kFormat)) return Error{"not a session", {}};
    SessionState state{{}, root.value(kPage).toString()};
    for (const DocumentKind* kind : documentKinds()) {
        const QLatin1String id(kind->id);
        const QJsonObject from = isInRoot(*kind) ? root : root.value(id).toObject();
        if (from.isEmpty()) continue;
        SessionDocument document = read(from, isInRoot(*kind) ? id : kFile);
        if (const auto content = document.content(*kind))
            state.documents.emplace(kind, std::move(document));
        else if (isInRoot(*kind))
            return content.error();
        // Otherwise the rest of the session is worth more than a draft that no form can have made.
    }
    return state;
}

}  // namespace

Result<DocumentContent> SessionDocument::content(const DocumentKind& kind) const {
    return kind.read(text, isBlank ? ReadAs::Blank : ReadAs::Draft);
}

bool SessionState::isClean() const {
    return std::ranges::all_of(documents, [](const auto& kept) { return kept.second.clean; });
}

Session::Session(const QString& folder, QObject* parent) : QObject(parent), m_folder(folder) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &Session::flush);
}

Session::~Session() = default;

QString Session::slotPath(int slot) const { return m_folder + QStringLiteral("/session-%1.json").arg(slot); }

std::unique_ptr<QLockFile> Session::lock(int slot) const {
    auto lock = std::make_unique<QLockFile>(slotPath(slot) + QLatin1String(".lock"));
    lock->setStaleLockTime(0);  // held as long as its process lives, however long that is
    if (!lock->tryLock(0)) return nullptr;
    return lock;
}

Result<SessionState> Session::read(int slot) const {
    QFile file(slotPath(slot));
    if (!file.open(QIODevice::ReadOnly)) return Error{file.errorString().toStdString(), {}};
    return fromBytes(file.readAll());
}

std::optional<SessionState> Session::begin(bool fresh) {
    struct Slot {
        int number;
        std::unique_ptr<QLockFile> lock;
        std::optional<SessionState> state;
        QDateTime written;
    };
    QDir().mkpath(m_folder);
    std::vector<Slot> open;
    for (int number = 1; number <= kSlots; ++number) {
        const bool exists = QFile::exists(slotPath(number));
        if (!exists && !open.empty() && !open.back().state) continue;  // one empty slot is enough
        Slot slot{number, lock(number), std::nullopt, QFileInfo(slotPath(number)).lastModified()};
        if (!slot.lock) continue;
        if (exists) {
            if (auto state = read(number)) {
                slot.state = std::move(*state);
            } else {
                const QString kept = slotPath(number) + QLatin1String(".broken");
                QFile::remove(kept);
                QFile::rename(slotPath(number), kept);
                m_warning =
                    tr("The last session could not be read. It was moved to %1.").arg(QDir::toNativeSeparators(kept));
            }
        }
        open.push_back(std::move(slot));
    }
    const auto rank = [&](const Slot& slot) {
        const bool dirty = slot.state && !slot.state->isClean();
        return fresh ? (dirty ? 0 : slot.state ? 2 : 1) : (dirty ? 2 : slot.state ? 1 : 0);
    };
    const auto best = std::max_element(open.begin(), open.end(), [&](const Slot& a, const Slot& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.written < b.written;
    });
    if (best == open.end() || (fresh && rank(*best) == 0)) return std::nullopt;
    m_lock = std::move(best->lock);
    m_file = slotPath(best->number);
    return fresh ? std::nullopt : std::move(best->state);
}

void Session::touch() {
    if (!m_file.isEmpty() && !m_soon.isActive()) m_soon.start();
}

void Session::flush() {
    m_soon.stop();
    if (m_file.isEmpty() || !m_source) return;
    // A full disk is not reported here: the document is still open, and saving it will report the error.
    static_cast<void>(writeFile(m_file, toBytes(m_source())).has_value());
}

}  // namespace bubblescope
