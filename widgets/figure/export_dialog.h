#pragma once

#include <QDialog>

#include "widgets/figure/figure.h"

#include <thread>

class QLabel;
class QPushButton;

namespace bubblescope {

class FigureOptionsPanel;
class FigurePreview;

/// Where a picture is shaped before it is saved or copied: a live preview and its choices. Remembers nothing
/// itself: it is given options, and asked for them when it closes.
///
/// Errors  stand beside the buttons
/// Thread  the interface thread; pictures are made in the background, and the destructor waits for them
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `outcomes` are those of `scenario`, which rides inside the picture.
    ExportDialog(const Scenario& scenario, const std::vector<Outcome>& outcomes, const FigureOptions& options,
                 QWidget* parent = nullptr);
    ~ExportDialog() override;

    FigureOptions options() const;
    FigureFormat format() const;
    void setFormat(FigureFormat format);
    /// Where "Save…" starts: a folder, or a file's name without its suffix.
    void setSuggestedPath(const QString& path) { m_suggestedPath = path; }

    FigureOptionsPanel& panel() { return *m_panel; }
    FigurePreview& preview() { return *m_preview; }
    /// The line beside the buttons.
    QString message() const;

public slots:
    void copy();
    /// Asks for a file name.
    void save();
    /// Writes to `path`, in the format it ends in.
    void saveTo(const QString& path);

signals:
    void saved(const QString& path);
    void saveFailed();

private:
    QLayout* makeButtons();
    void refresh();
    void show(const QString& message, bool isError);
    void takeSaved();

    Scenario m_scenario;
    std::vector<Outcome> m_outcomes;
    QString m_suggestedPath;
    FigurePreview* m_preview;
    FigureOptionsPanel* m_panel;
    QLabel* m_message;
    QPushButton *m_copy, *m_save;

    Result<void> m_result;  // m_saving's until it is joined
    QString m_savingPath;
    std::jthread m_saving;
};

}  // namespace bubblescope
