#pragma once

#include <QObject>

#include "app/documents/presets.h"
#include "engine/lessons/lesson_words.h"
#include "widgets/kit/background_job.h"

#include <optional>
#include <vector>

class QMenu;
class QWidget;

namespace bubblescope {

class Document;
struct LessonAnswers;
class Documents;
struct Settings;

/// The commands of the File and Presets menus: they ask for file names, open, save, and remember recent files. An
/// opened file replaces the document of its kind; the other commands apply to the current document.
///
/// Errors  failed() carries one line; the documents are unchanged
/// Thread  the interface thread; dialogs open above `window`
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(const Documents& documents, Settings& settings, QWidget* window);

    Document& current() const { return *m_current; }
    void setCurrent(Document& document) { m_current = &document; }

    /// Starts a new current document: the default comparison, an experiment on the open scenario, a collective or a
    /// lesson.
    void startNew();
    void openWithDialog();
    /// Opens a document of any kind, a picture that contains one, or `preset:NAME`.
    bool open(const QString& path);
    bool save() { return saveDocument(*m_current); }
    bool saveAs() { return saveDocumentAs(*m_current); }
    /// Asks for the document's title.
    void changeTitle();
    /// Asks for a file name and writes a table to it.
    void saveTable(const QString& csv);
    /// Asks for a name and a file, and writes the answers of a lesson to it.
    void saveAnswers(LessonAnswers answers);
    /// Asks for a file name and writes the open lesson to it, as a web page or a PDF; `spoken` has the words of its
    /// steps.
    void exportLesson(const std::optional<std::vector<SpokenStep>>& spoken);
    /// Asks once about the unsaved changes of all these documents. True if they were saved or may be discarded.
    bool settleChanges(const std::vector<Document*>& documents);

    void fillRecent(QMenu& menu);
    void fillPresets(QMenu& menu);

signals:
    void failed(const QString& line);
    /// A document was saved (`isOther` false) or opened (`isOther` true: its content is new).
    void done(bubblescope::Document& document, bool isOther);
    void exported(const QString& line);

private:
    void saveCopy(const QString& title, const QString& name, const QString& filter, const QByteArray& bytes,
                  const QString& said);
    QString exportFolder() const;
    bool saveDocument(Document& document);
    bool saveDocumentAs(Document& document);
    bool saveTo(Document& document, const QString& path);
    void remember(const QString& path);
    void addPresets(QMenu& menu, const std::vector<Preset>& presets);

    const Documents& m_documents;
    Document* m_current;
    Settings& m_settings;
    QWidget* m_window;
    BackgroundJob m_exporting;
};

}  // namespace bubblescope
