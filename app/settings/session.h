#pragma once

#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include "app/documents/document_kind.h"
#include "engine/core/result.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

class QLockFile;

namespace bubblescope {

/// What a document held, and where it came from.
struct SessionDocument {
    std::string text;      // as Document::draft() gives it
    bool isBlank = false;  // no schedule, say, was chosen
    QString name;
    QString path;
    bool clean = true;
    QJsonObject look = {};  // Document::look()

    /// Reads the text as what it is of.
    Result<DocumentContent> content(const DocumentKind& kind) const;
    friend bool operator==(const SessionDocument&, const SessionDocument&) = default;
};

/// What a closed or crashed window was showing.
struct SessionState {
    std::map<const DocumentKind*, SessionDocument> documents;  // the first of all kinds always, each readable
    QString page;

    bool isClean() const;
    friend bool operator==(const SessionState&, const SessionState&) = default;
};

/// Keeps what the window shows on the disk, so that a crash loses nothing and the next start goes on.
/// Each running window has a slot of its own, a locked file in `folder`; a slot is taken over only when
/// nobody holds its lock.
///
/// Invariants  a slot that another window holds is never read or written; one with unsaved changes is never
///             thrown away
/// Errors      a slot that cannot be read is kept beside its place with the suffix .broken, and warning()
///             says so; where nothing can be written the program works without a session
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(const QString& folder, QObject* parent = nullptr);
    ~Session() override;

    /// Takes a free slot and returns what it held: one with unsaved changes before others, then the newest.
    /// With `fresh` the slot's content is not wanted, so one with unsaved changes is left for another start.
    std::optional<SessionState> begin(bool fresh);

    /// Asks `state` for what to keep, soon; calls in a burst become one write.
    void touch();
    void setSource(std::function<SessionState()> state) { m_source = std::move(state); }
    /// Writes at once.
    void flush();

    /// What went wrong at begin(), in one line; empty if nothing did.
    const QString& warning() const { return m_warning; }

private:
    QString slotPath(int slot) const;
    std::unique_ptr<QLockFile> lock(int slot) const;
    Result<SessionState> read(int slot) const;

    QString m_folder;
    std::unique_ptr<QLockFile> m_lock;
    QString m_file;
    QString m_warning;
    std::function<SessionState()> m_source;
    QTimer m_soon;
};

}  // namespace bubblescope
