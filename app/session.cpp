#include "app/session.h"

#include "engine/io/experiment_file.h"
#include "engine/io/scenario_file.h"
#include "engine/schedules/resolve.h"
#include "widgets/picture/save_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>

#include <vector>

namespace bubblescope {

namespace {

constexpr int kSlots = 64;
constexpr int kSoonMs = 300;
constexpr auto kFormat = "bubblescope-session";

constexpr QLatin1String kName("name"), kPath("path"), kClean("clean"), kFile("file"), kExperiment("experiment"),
    kScenario("scenario"), kNoSchedules("noSchedules"), kPage("page");

template <class Content>
void write(QJsonObject& out, const SessionDocument<Content>& document, QLatin1String key, const std::string& file) {
    out[kName] = document.name;
    out[kPath] = document.path;
    out[kClean] = document.clean;
    out[key] = QString::fromStdString(file);
}

template <class Content>
SessionDocument<Content> read(const QJsonObject& from, Content content) {
    return {std::move(content), from.value(kName).toString(), from.value(kPath).toString(),
            from.value(kClean).toBool(true)};
}

std::string fileIn(const QJsonObject& object, QLatin1String key) { return object.value(key).toString().toStdString(); }

QByteArray toBytes(const SessionState& state) {
    Scenario scenario = state.scenario.content;
    // A scenario file has at least one schedule; a window may show none.
    const bool empty = scenario.schedules.empty();
    if (empty) scenario.schedules = foundingSchedules();
    QJsonObject root{{QStringLiteral("format"), QLatin1String(kFormat)},
                     {QStringLiteral("version"), 1},
                     {kNoSchedules, empty},
                     {kPage, state.page}};
    write(root, state.scenario, kScenario, writeScenario(scenario));
    if (state.experiment) {
        QJsonObject experiment;
        write(experiment, *state.experiment, kFile, writeExperiment(state.experiment->content));
        root[kExperiment] = experiment;
    }
    return QJsonDocument(root).toJson();
}

Result<SessionState> fromBytes(const QByteArray& bytes) {
    const QJsonObject root = QJsonDocument::fromJson(bytes).object();
    if (root.value(QStringLiteral("format")) != QLatin1String(kFormat)) return Error{"is not a session", {}};
    auto scenario = readScenario(fileIn(root, kScenario));
    if (!scenario) return scenario.error();
    if (root.value(kNoSchedules).toBool()) scenario->schedules.clear();
    SessionState state{read(root, std::move(*scenario)), std::nullopt, root.value(kPage).toString()};
    if (const QJsonObject kept = root.value(kExperiment).toObject(); !kept.isEmpty()) {
        auto experiment = readDraft(fileIn(kept, kFile));
        // The rest of the session is worth more than a draft that no form can have made.
        if (experiment) state.experiment = read(kept, std::move(*experiment));
    }
    return state;
}

}  // namespace

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
        if (!exists && !open.empty() && !open.back().state) continue;  // one empty slot is choice enough
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
                    tr("The last session could not be read; it is kept as %1.").arg(QDir::toNativeSeparators(kept));
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

void Session::forget() {
    m_soon.stop();
    if (!m_file.isEmpty()) QFile::remove(m_file);
    m_file.clear();
}

void Session::flush() {
    m_soon.stop();
    if (m_file.isEmpty() || !m_source) return;
    // A full disk is no reason to disturb: the document itself is still open, and saving it will say so.
    static_cast<void>(writeFile(m_file, toBytes(m_source())).has_value());
}

}  // namespace bubblescope
